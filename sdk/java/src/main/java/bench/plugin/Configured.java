package bench.plugin;

import java.util.List;
import java.util.Map;

/** What components of all kinds may say of their configuration, once their fields are set. */
public interface Configured {
    /** What is wrong with the parameters, or strange, beyond what their annotations say. */
    default List<Diagnostic> validate() {
        return List.of();
    }

    /** The capabilities under these parameters, where they depend on them. */
    default Capabilities capabilities(Capabilities declared) {
        return declared;
    }

    /** Versions of libraries that results under these parameters depend on, by name. */
    default Map<String, String> runtimes() {
        return Map.of();
    }
}
