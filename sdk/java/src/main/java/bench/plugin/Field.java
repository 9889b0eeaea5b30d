package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A field of a component that is a parameter. */
final class Field {
    final String name;
    final Param param;
    private final java.lang.reflect.Field field;
    private final String kind; // its type in HCL
    private final Class<?> element; // what the numbers or texts in it are
    private final JsonElement fallback; // its default, or JsonNull

    private Field(java.lang.reflect.Field field, Object blank) {
        this.field = field;
        param = field.getAnnotation(Param.class);
        name = param.name().isEmpty() ? field.getName() : param.name();
        field.setAccessible(true);
        Class<?> inner = field.getType();
        String depth = "%s";
        while (inner.isArray()) {
            inner = inner.getComponentType();
            depth = depth.replace("%s", "list(%s)");
        }
        element = inner;
        kind = param.type().isEmpty() ? depth.replace("%s", word(inner)) : param.type();
        try {
            fallback = param.required() ? JsonNull.INSTANCE : Json.of(field.get(blank));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The parameters of a class and of those it extends, in the order in which they are written. */
    static List<Field> of(Class<?> type, Object blank) {
        List<Field> out = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (var f : each.getDeclaredFields()) {
                if (f.isAnnotationPresent(Param.class)) {
                    out.add(new Field(f, blank));
                }
            }
        }
        return out;
    }

    private static String word(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "bool";
        }
        if (type == String.class || type.isEnum()) {
            return "string";
        }
        return type == Object.class ? "any" : "number";
    }

    private boolean whole() {
        return List.of(int.class, Integer.class, long.class, Long.class).contains(element);
    }

    private List<String> choices() {
        if (!element.isEnum()) {
            return List.of(param.oneOf());
        }
        return Arrays.stream(element.getEnumConstants()).map(c -> Words.of((Enum<?>) c)).toList();
    }

    PluginOuterClass.Param message() {
        var out = PluginOuterClass.Param.newBuilder().setName(name).setType(kind).setDoc(param.doc())
            .setRequired(param.required()).setInteger(whole()).setDecoding(param.decoding()).addAllOneOf(choices());
        if (!fallback.isJsonNull()) {
            out.setDefaultJson(fallback.toString());
        }
        if (!Double.isNaN(param.min())) {
            out.setMin(param.min());
        }
        if (!Double.isNaN(param.max())) {
            out.setMax(param.max());
        }
        if (!Double.isNaN(param.above())) {
            out.setAbove(param.above());
        }
        return out.build();
    }

    /** Sets the field of an object, or says what is wrong with the value. */
    void set(Object object, JsonElement value, List<Diagnostic> ds) {
        try {
            check(value);
            field.set(object, Json.to(field.getType(), value));
        } catch (IllegalAccessException | RuntimeException e) {
            ds.add(Diagnostic.error("Wrong value for \"" + name + "\"",
                name + " is " + value + ": " + e.getMessage() + ".", name));
        }
    }

    /** Throws if a number or text in a value is none that the parameter takes. */
    private void check(JsonElement value) {
        if (value.isJsonArray()) {
            value.getAsJsonArray().forEach(this::check);
        } else if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
            double v = value.getAsDouble();
            require(!(v < param.min()), "it must be at least " + param.min());
            require(!(v > param.max()), "it must be at most " + param.max());
            require(!(v <= param.above()), "it must be above " + param.above());
            require(!whole() || v == Math.rint(v), "it must be a whole number");
        } else if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isString() && !choices().isEmpty()) {
            require(choices().contains(value.getAsString()), "it must be one of " + String.join(", ", choices()));
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
