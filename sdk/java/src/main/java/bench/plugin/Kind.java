package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.ValidateResponse;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

/** A component as bench sees it: an annotated class, the schema of its fields, and the objects made of them. */
final class Kind {
    final Component declared;
    private final Class<? extends Configured> type;
    private final List<Field> fields;

    Kind(Class<? extends Configured> type) {
        this.type = type;
        declared = type.getAnnotation(Component.class);
        if (declared == null) {
            throw new IllegalArgumentException(type.getName() + " has no annotation @Component");
        }
        fields = Field.of(type, blank());
    }

    private Configured blank() {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the constructor of " + type.getName() + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " needs a constructor without parameters", e);
        }
    }

    /** The kind's name in messages. */
    String word() {
        if (Metric.class.isAssignableFrom(type)) {
            return "metric";
        }
        if (Encoder.class.isAssignableFrom(type)) {
            return "encoder";
        }
        if (Splitter.class.isAssignableFrom(type)) {
            return "validation";
        }
        return Learner.class.isAssignableFrom(type) ? "learner" : "reduction";
    }

    private Capabilities promised() {
        return Capabilities.declared(declared, word().equals("learner") || word().equals("reduction"));
    }

    PluginOuterClass.Component message() {
        var out = PluginOuterClass.Component.newBuilder().setKind(word()).setName(declared.name())
            .setDoc(declared.doc()).setCapabilities(promised().message());
        fields.forEach(f -> out.addParams(f.message()));
        return out.build();
    }

    /** Makes an object with fields set, and adds to ds what is wrong with the values. */
    private Configured make(ByteString json, List<Diagnostic> ds) {
        Configured made = blank();
        JsonObject values = json.isEmpty() ? new JsonObject()
            : JsonParser.parseString(json.toStringUtf8()).getAsJsonObject();
        for (String name : values.keySet()) {
            if (fields.stream().noneMatch(f -> f.name.equals(name))) {
                ds.add(Diagnostic.error(declared.name() + " has no attribute \"" + name + "\"",
                    "Its attributes are " + String.join(", ", fields.stream().map(f -> f.name).toList()) + ".", name));
            }
        }
        for (Field f : fields) {
            if (values.has(f.name)) {
                f.set(made, values.get(f.name), ds);
            } else if (f.param.required()) {
                ds.add(Diagnostic.error(declared.name() + " has no \"" + f.name + "\"", "Write " + f.name + "."));
            }
        }
        return made;
    }

    ValidateResponse validate(ByteString json) {
        List<Diagnostic> ds = new ArrayList<>();
        Configured made = make(json, ds);
        Capabilities can = promised();
        var out = ValidateResponse.newBuilder();
        if (ds.isEmpty()) {
            ds.addAll(made.validate());
        }
        if (ds.stream().noneMatch(Diagnostic::isError)) {
            can = made.capabilities(can);
            out.putAllRuntimes(made.runtimes());
        }
        ds.forEach(d -> out.addDiagnostics(d.message()));
        return out.setCapabilities(can.message()).build();
    }

    /** An object with a configuration in which nothing is wrong. */
    Configured configured(ByteString json) {
        List<Diagnostic> ds = new ArrayList<>();
        Configured made = make(json, ds);
        if (ds.isEmpty()) {
            ds.addAll(made.validate());
        }
        for (Diagnostic d : ds) {
            if (d.isError()) {
                throw new Refused(d.summary() + ": " + d.detail());
            }
        }
        return made;
    }
}
