package bench.plugin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes an .npy file of version 1 value by value. */
final class NpyWriter implements AutoCloseable {
    private static final int BUFFER = 1 << 16; // bytes

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

    NpyWriter(String path, String type, String shape) throws IOException {
        channel = FileChannel.open(Path.of(path), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
        String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        int padded = (10 + text.length() + 1 + 63) / 64 * 64; // the values begin at a multiple of 64
        buffer.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII)).put((byte) 1).put((byte) 0);
        buffer.putShort((short) (padded - 10)).put(text.getBytes(StandardCharsets.US_ASCII));
        while (buffer.position() < padded - 1) {
            buffer.put((byte) ' ');
        }
        buffer.put((byte) '\n');
    }

    void write(double... values) throws IOException {
        for (double v : values) {
            reserve(8);
            buffer.putDouble(v);
        }
    }

    void write(int... values) throws IOException {
        for (int v : values) {
            reserve(4);
            buffer.putInt(v);
        }
    }

    private void reserve(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        flush();
        channel.close();
    }
}
