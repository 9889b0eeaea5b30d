package bench.plugin;

import java.util.List;

/**
 * What a feature was made from.
 *
 * @param name "col" for numeric and nominal columns, "col=value" for indicators
 * @param kind "numeric", "indicator" or "nominal"
 * @param values what the entries of a nominal column stand for: 0 is the first, negative ones are missing; empty otherwise
 */
public record Column(String name, String kind, List<String> values) {
    /** Reports whether entries are numbers of values. */
    public boolean nominal() {
        return kind.equals("nominal");
    }
}
