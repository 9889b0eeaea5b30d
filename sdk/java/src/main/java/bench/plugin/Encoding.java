package bench.plugin;

import java.util.List;

/**
 * What an encoder has learnt.
 *
 * @param state all that its transform needs beside a row
 * @param features what the features are called, "numeric" or "indicator"
 */
public record Encoding(byte[] state, List<Column> features) {
    /** What an encoder has learnt, with the names of features that are numbers. */
    public static Encoding numeric(byte[] state, List<String> names) {
        return new Encoding(state, names.stream().map(name -> new Column(name, "numeric", List.of())).toList());
    }
}
