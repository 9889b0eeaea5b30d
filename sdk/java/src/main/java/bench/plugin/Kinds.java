package bench.plugin;

import bench.plugin.v1.PluginGrpc;
import bench.plugin.v1.PluginOuterClass.DescribeRequest;
import bench.plugin.v1.PluginOuterClass.DescribeResponse;
import bench.plugin.v1.PluginOuterClass.ValidateRequest;
import bench.plugin.v1.PluginOuterClass.ValidateResponse;
import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The service that describes a plugin's components and checks their configurations. */
final class Kinds extends PluginGrpc.PluginImplBase {
    private final String name;
    private final String version;
    private final Map<String, String> runtimes;
    private final List<Kind> kinds = new ArrayList<>();

    Kinds(String name, String version, Map<String, String> runtimes, List<Class<? extends Configured>> components) {
        this.name = name;
        this.version = version;
        this.runtimes = runtimes;
        components.forEach(c -> kinds.add(new Kind(c)));
    }

    boolean has(String word) {
        return kinds.stream().anyMatch(k -> k.word().equals(word));
    }

    private Kind find(String word, String component) {
        for (Kind k : kinds) {
            if (k.word().equals(word) && k.declared.name().equals(component)) {
                return k;
            }
        }
        throw new Refused("plugin " + name + " has no " + word + " \"" + component + "\"");
    }

    Learner learner(String component, ByteString config) {
        return (Learner) find("learner", component).configured(config);
    }

    Reducer reducer(String component, ByteString config) {
        return (Reducer) find("reduction", component).configured(config);
    }

    Metric metric(String component, ByteString config) {
        return (Metric) find("metric", component).configured(config);
    }

    Encoder encoder(String component, ByteString config) {
        return (Encoder) find("encoder", component).configured(config);
    }

    Splitter splitter(String component, ByteString config) {
        return (Splitter) find("validation", component).configured(config);
    }

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> out) {
        Calls.answer(out, () -> {
            var answer = DescribeResponse.newBuilder().setName(name).setVersion(version)
                .putRuntimes("java", System.getProperty("java.version")).putAllRuntimes(runtimes)
                .putAllCode(Outside.code());
            kinds.forEach(k -> answer.addComponents(k.message()));
            return answer.build();
        });
    }

    @Override
    public void validate(ValidateRequest request, StreamObserver<ValidateResponse> out) {
        Calls.answer(out, () -> find(request.getKind(), request.getComponent()).validate(request.getConfigJson()));
    }
}
