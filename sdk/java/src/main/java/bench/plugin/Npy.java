package bench.plugin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arrays in .npy files (NumPy's format, version 1 or 2), little-endian and in C order. Files that are read are mapped. */
final class Npy {
    private static final Pattern HEADER = Pattern.compile(
        "'descr': *'([^']*)'.*'fortran_order': *(True|False).*'shape': *\\((\\d*)L?,? *(\\d*)L?,?\\)");
    private static final long SEGMENT = 1L << 30; // bytes mapped at a time

    private final String path;
    private final FileChannel channel;
    private final long start; // of the values
    private final int size; // of one
    private final DoubleBuffer[] segments;
    final int rows;
    final int cols;

    private Npy(String path, String type) throws IOException {
        this.path = path;
        channel = FileChannel.open(Path.of(path), StandardOpenOption.READ);
        ByteBuffer head = read(0, (int) Math.min(12, channel.size()));
        if (head.remaining() < 12 || head.get(0) != (byte) 0x93 || head.get(1) != 'N') {
            throw new IOException(path + " is no .npy file");
        }
        boolean first = head.get(6) == 1;
        int length = first ? Short.toUnsignedInt(head.getShort(8)) : head.getInt(8);
        start = (first ? 10 : 12) + (long) length;
        String text = StandardCharsets.ISO_8859_1.decode(read(start - length, length)).toString();
        Matcher m = HEADER.matcher(text);
        if (!m.find() || m.group(2).equals("True") || !m.group(1).equals(type)) {
            throw new IOException(path + " is no array of " + type + " in C order: " + text.trim());
        }
        rows = m.group(3).isEmpty() ? 1 : Integer.parseInt(m.group(3));
        cols = m.group(4).isEmpty() ? 1 : Integer.parseInt(m.group(4));
        size = type.charAt(2) - '0';
        if (channel.size() < start + size * (long) rows * cols) {
            throw new IOException(path + " is shorter than its header says");
        }
        segments = new DoubleBuffer[(int) (rows / segmentRows() + 1)];
    }

    /** Opens a matrix of float64 of which rows are read as they are needed. */
    static Npy open(String path) throws IOException {
        return new Npy(path, "<f8");
    }

    void close() throws IOException {
        channel.close();
    }

    private ByteBuffer read(long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) > 0) {
            continue;
        }
        return buffer.flip();
    }

    private long segmentRows() {
        return Math.max(1, SEGMENT / (8L * Math.max(cols, 1)));
    }

    /** Reads a row of a matrix of float64. */
    void row(int i, double[] into) throws IOException {
        long each = segmentRows();
        int number = (int) (i / each);
        if (segments[number] == null) {
            long from = number * each;
            long bytes = 8L * cols * (Math.min(rows, from + each) - from);
            segments[number] = map(start + 8L * cols * from, bytes).asDoubleBuffer();
        }
        segments[number].get((int) (i % each) * cols, into);
    }

    private ByteBuffer map(long at, long bytes) throws IOException {
        if (bytes > Integer.MAX_VALUE) {
            throw new IOException(path + " has more values in one piece than Java can map");
        }
        return channel.map(FileChannel.MapMode.READ_ONLY, at, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A whole file as one buffer. */
    private static ByteBuffer whole(String path, String type) throws IOException {
        Npy n = new Npy(path, type);
        try {
            return n.map(n.start, n.size * (long) n.rows * n.cols);
        } finally {
            n.close();
        }
    }

    static double[] doubles(String path) throws IOException {
        DoubleBuffer b = whole(path, "<f8").asDoubleBuffer();
        double[] out = new double[b.remaining()];
        b.get(out);
        return out;
    }

    static int[] ints(String path) throws IOException {
        var b = whole(path, "<i4").asIntBuffer();
        int[] out = new int[b.remaining()];
        b.get(out);
        return out;
    }

    static long[] longs(String path) throws IOException {
        var b = whole(path, "<i8").asLongBuffer();
        long[] out = new long[b.remaining()];
        b.get(out);
        return out;
    }

    static byte[] bytes(String path) throws IOException {
        ByteBuffer b = whole(path, "|i1");
        byte[] out = new byte[b.remaining()];
        b.get(out);
        return out;
    }

    /** All rows of a matrix of float64. */
    static double[][] matrix(String path) throws IOException {
        Npy n = open(path);
        try {
            double[][] out = new double[n.rows][n.cols];
            for (int i = 0; i < n.rows; i++) {
                n.row(i, out[i]);
            }
            return out;
        } finally {
            n.close();
        }
    }

    /** The columns of a matrix of float64. */
    static int width(String path) throws IOException {
        Npy n = open(path);
        n.close();
        return n.cols;
    }

    /** Writes float64, rows × cols. */
    static void write(String path, int cols, double[][] rows) throws IOException {
        try (NpyWriter out = new NpyWriter(path, "<f8", "(" + rows.length + ", " + cols + ")")) {
            for (double[] row : rows) {
                out.write(row);
            }
        }
    }

    /** Writes int32: a vector, or for cols above 0 a matrix. */
    static void write(String path, int cols, int[] values) throws IOException {
        String shape = cols == 0 ? "(" + values.length + ",)" : "(" + values.length / cols + ", " + cols + ")";
        try (NpyWriter out = new NpyWriter(path, "<i4", shape)) {
            out.write(values);
        }
    }
}
