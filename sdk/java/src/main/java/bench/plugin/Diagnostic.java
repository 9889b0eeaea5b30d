package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.Step;
import java.util.List;

/**
 * A remark on a configuration.
 *
 * @param severity "error", "warning" or "note"
 * @param summary what is wrong, in a few words
 * @param detail what to do about it
 * @param path where it is: names of attributes and indices of lists, from the outside inwards
 */
public record Diagnostic(String severity, String summary, String detail, List<Object> path) {
    /** An error: nothing is trained with such a configuration. */
    public static Diagnostic error(String summary, String detail, Object... path) {
        return new Diagnostic("error", summary, detail, List.of(path));
    }

    /** A warning. */
    public static Diagnostic warning(String summary, String detail, Object... path) {
        return new Diagnostic("warning", summary, detail, List.of(path));
    }

    boolean isError() {
        return severity.equals("error");
    }

    PluginOuterClass.Diagnostic message() {
        var out = PluginOuterClass.Diagnostic.newBuilder().setSeverity(severity).setSummary(summary).setDetail(detail);
        for (Object step : path) {
            if (step instanceof Number index) {
                out.addPath(Step.newBuilder().setIndex(index.longValue()));
            } else {
                out.addPath(Step.newBuilder().setAttribute(step.toString()));
            }
        }
        return out.build();
    }
}
