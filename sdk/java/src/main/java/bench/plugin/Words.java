package bench.plugin;

import java.util.Locale;

/** The names that constants have in messages. */
final class Words {
    private Words() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The constant of a name, or null for the empty name. */
    static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return word.isEmpty() ? null : Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }
}
