package bench.plugin;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a component to bench. What it declares is a promise that bench relies on. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Component {
    /** The type's name in experiment files: letters, digits and _. */
    String name();

    /** One sentence on what it does. */
    String doc();

    /** What a learner can train, or what a reducer asks for: the first stage first, the last stage last. */
    Task[] tasks() default {Task.BINARY};

    /** Learners: what scores are. */
    Scores scores() default Scores.MARGIN;

    /** The same inputs and seed give the same bytes. */
    boolean deterministic() default false;

    /** Learners: swapping the signs of the targets negates every score, to the bit. */
    boolean symmetric() default false;

    /** Learners: takes row weights. */
    boolean weights() default false;

    /** Learners: takes sparse rows; see {@link Rows#sparse}. */
    boolean sparse() default false;

    /** Learners: uses more than one thread when given them; see {@link Problem#threads}. */
    boolean threads() default false;

    /** Reducers: the kinds of score that they turn into probabilities. */
    Scores[] probabilities() default {};

    /** Reducers: the kinds of score that they decode; none means any. Metrics: PROBABILITY, or none. */
    Scores[] needs() default {};

    /**
     * Reducers, metrics: rows have any number of labels instead of one class. Encoders with {@link #target}: they take
     * such rows too.
     */
    boolean multiLabel() default false;

    /** Metrics: smaller values are better. */
    boolean smaller() default false;

    /** Encoders: they learn from classes or labels; bench then fits them out of fold. */
    boolean target() default false;

    /** Metrics, splitters: what they cannot do without of rows. */
    Fact[] facts() default {};
}
