package bench.plugin;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a field of a component a parameter. Its default is the value that the field has in a new object; null means that
 * there is none. The field's type says what users write: a double or int a number, a boolean, a String, an enum one of its
 * constants in lower case, arrays of these a list; an Object is any value.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Param {
    /** One sentence, with units. */
    String doc();

    /** The parameter's name, if it is not the field's. */
    String name() default "";

    /** The type in HCL where the field's does not say it: "map(number)"; "file"; for reducers "learner". */
    String type() default "";

    /** The least number, inclusive. */
    double min() default Double.NaN;

    /** The largest number, inclusive. */
    double max() default Double.NaN;

    /** A number that values must be above. */
    double above() default Double.NaN;

    /** The values that a String may have. */
    String[] oneOf() default {};

    /** Users must write it; the field's value is then no default. */
    boolean required() default false;

    /** Reducers: only decode reads it, so that plans do not depend on it. */
    boolean decoding() default false;
}
