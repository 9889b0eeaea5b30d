package bench.plugin;

import java.io.PrintStream;

/** The real stdout, on which only the handshake is printed. Everything else that prints goes to stderr. */
final class Stdout {
    private static PrintStream real;

    private Stdout() {}

    /** Turns System.out to stderr, once. */
    static synchronized void take() {
        if (real == null) {
            real = System.out;
            System.setOut(System.err);
        }
    }

    static synchronized void handshake(String line) {
        real.print(line + "\n");
        real.flush();
    }
}
