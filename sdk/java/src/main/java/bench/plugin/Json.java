package bench.plugin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON values as values of fields, and back. */
final class Json {
    private Json() {}

    /** The JSON of a default. */
    static JsonElement of(Object value) {
        if (value == null) {
            return JsonNull.INSTANCE;
        }
        if (value.getClass().isArray()) {
            JsonArray out = new JsonArray();
            for (int i = 0; i < Array.getLength(value); i++) {
                out.add(of(Array.get(value, i)));
            }
            return out;
        }
        if (value instanceof Enum<?> constant) {
            return new JsonPrimitive(Words.of(constant));
        }
        if (value instanceof Number number) {
            return new JsonPrimitive(number);
        }
        if (value instanceof Boolean flag) {
            return new JsonPrimitive(flag);
        }
        if (value instanceof String text) {
            return new JsonPrimitive(text);
        }
        throw new IllegalArgumentException("a default cannot be a " + value.getClass().getName());
    }

    /** A value for a field of a type. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Object to(Class<?> type, JsonElement value) {
        if (type.isArray()) {
            JsonArray from = value.getAsJsonArray();
            Object out = Array.newInstance(type.getComponentType(), from.size());
            for (int i = 0; i < from.size(); i++) {
                Array.set(out, i, to(type.getComponentType(), from.get(i)));
            }
            return out;
        }
        if (type.isEnum()) {
            return Words.constant((Class<? extends Enum>) type, value.getAsString());
        }
        if (type == Object.class || type == Map.class || type == List.class) {
            return any(value);
        }
        if (type == String.class) {
            return value.getAsString();
        }
        if (type == boolean.class || type == Boolean.class) {
            return value.getAsBoolean();
        }
        return number(type, value);
    }

    private static Object number(Class<?> type, JsonElement value) {
        if (type == double.class || type == Double.class) {
            return value.getAsDouble();
        }
        if (type == int.class || type == Integer.class) {
            return (int) value.getAsDouble();
        }
        if (type == long.class || type == Long.class) {
            return (long) value.getAsDouble();
        }
        throw new IllegalArgumentException("a parameter cannot be a " + type.getName());
    }

    /** A value as Map, List, String, Double, Boolean or null. */
    private static Object any(JsonElement value) {
        if (value.isJsonObject()) {
            Map<String, Object> out = new LinkedHashMap<>();
            value.getAsJsonObject().entrySet().forEach(e -> out.put(e.getKey(), any(e.getValue())));
            return out;
        }
        if (value.isJsonArray()) {
            List<Object> out = new ArrayList<>();
            value.getAsJsonArray().forEach(e -> out.add(any(e)));
            return out;
        }
        if (value.isJsonNull()) {
            return null;
        }
        JsonPrimitive p = value.getAsJsonPrimitive();
        if (p.isNumber()) {
            return p.getAsDouble();
        }
        return p.isBoolean() ? (Object) p.getAsBoolean() : p.getAsString();
    }
}
