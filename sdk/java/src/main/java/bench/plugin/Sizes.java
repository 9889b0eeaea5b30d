package bench.plugin;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/** How large objects are. */
public final class Sizes {
    private Sizes() {}

    /** Returns how many bytes an object has when it is serialized, 0 if it cannot be. */
    public static long serialized(Object object) {
        Counter counter = new Counter();
        try (ObjectOutputStream out = new ObjectOutputStream(counter)) {
            out.writeObject(object);
        } catch (IOException | RuntimeException | StackOverflowError e) { // a long chain of objects overflows the stack
            return 0;
        }
        return counter.written;
    }

    private static final class Counter extends OutputStream {
        private long written;

        @Override
        public void write(int b) {
            written++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            written += length;
        }
    }
}
