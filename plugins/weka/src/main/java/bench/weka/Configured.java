package bench.weka;

import bench.plugin.Capabilities;
import bench.plugin.Diagnostic;
import bench.plugin.Refused;
import bench.plugin.Task;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import weka.classifiers.Classifier;
import weka.core.Capabilities.Capability;
import weka.core.OptionHandler;
import weka.core.Utils;
import weka.core.WeightedInstancesHandler;

/** A new classifier of a class, with options. */
final class Configured {
    private final Classifier classifier;
    private final List<String> options;

    /** Throws {@link Refused} if there is no such classifier or it does not take the options. */
    Configured(String name, String options) {
        try {
            classifier = type(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new Refused(name + " cannot be made: " + e, e);
        }
        this.options = split(options);
        configure(name);
    }

    /** What is wrong with a name and options. */
    static List<Diagnostic> problems(String name, String options) {
        try {
            type(name);
        } catch (Refused e) {
            return List.of(Diagnostic.error("No classifier of WEKA", e.getMessage(), "classifier"));
        }
        try {
            new Configured(name, options);
        } catch (Refused e) {
            return List.of(Diagnostic.error("Options that " + name + " does not take", e.getMessage(), "options"));
        }
        return List.of();
    }

    private static Class<? extends Classifier> type(String name) {
        Class<?> found;
        try {
            found = Class.forName(name);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Refused("There is no class " + name + "." + Catalogue.suggestion(name), e);
        }
        if (!Classifier.class.isAssignableFrom(found)) {
            throw new Refused(name + " is not a weka.classifiers.Classifier." + Catalogue.suggestion(name));
        }
        if (Modifier.isAbstract(found.getModifiers())) {
            throw new Refused(name + " is abstract: name a class that extends it." + Catalogue.suggestion(name));
        }
        return found.asSubclass(Classifier.class);
    }

    private static List<String> split(String options) {
        try {
            return List.of(Utils.splitOptions(options));
        } catch (Exception e) {
            throw new Refused("They cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private void configure(String name) {
        if (!(classifier instanceof OptionHandler handler)) {
            if (options.isEmpty()) {
                return;
            }
            throw new Refused(name + " has no options.");
        }
        String[] left = options.toArray(new String[0]);
        try {
            handler.setOptions(left);
            Utils.checkForRemainingOptions(left);
        } catch (NumberFormatException e) {
            throw new Refused("A value is not a number: " + e.getMessage() + ".", e);
        } catch (ClassNotFoundException e) {
            throw new Refused("There is no class " + e.getMessage() + "." + Catalogue.suggestion(e.getMessage()), e);
        } catch (Exception e) {
            throw new Refused(e.getMessage() == null ? e.toString() : e.getMessage().trim(), e);
        }
    }

    Classifier classifier() {
        return classifier;
    }

    /** Reports whether the options set the seed; those after "--" are another classifier's. */
    boolean seeded() {
        int own = options.indexOf("--");
        return options.subList(0, own < 0 ? options.size() : own).contains("-S");
    }

    Capabilities capabilities(Capabilities declared) {
        weka.core.Capabilities can = classifier.getCapabilities();
        List<Task> tasks = new ArrayList<>();
        if (can.handles(Capability.BINARY_CLASS)) {
            tasks.add(Task.BINARY);
        }
        if (can.handles(Capability.NOMINAL_CLASS)) {
            tasks.add(Task.MULTICLASS);
        }
        if (can.handles(Capability.NUMERIC_CLASS)) {
            tasks.add(Task.REGRESSION);
        }
        return declared.withTasks(tasks).withWeights(classifier instanceof WeightedInstancesHandler)
            .withDeterministic(!remembers());
    }

    /** Reports whether another classifier has a lazy one inside, whose scores depend on the rows scored before. */
    private boolean remembers() {
        return options.stream().anyMatch(o -> o.contains("weka.classifiers.lazy."));
    }
}
