package bench.plugin;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The class path outside the folder of the plugin: bench hashes it. */
final class Outside {
    private static final List<String> OPTIONS = List.of("-javaagent:", "-agentpath:", "-Xbootclasspath/a:");
    private static final List<String> VARIABLES = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS");

    private Outside() {}

    /** Jars and folders by name, with their paths: those that the machine was started with, and those they name. */
    static Map<String, String> code() throws IOException {
        Path home = Path.of("").toRealPath();
        Deque<Path> left = new ArrayDeque<>();
        add(left, home, System.getProperty("java.class.path", ""));
        add(left, home, System.getProperty("jdk.module.path", ""));
        for (String word : words()) {
            for (String option : OPTIONS) {
                if (word.startsWith(option)) {
                    add(left, home, word.substring(option.length()).replaceFirst("=.*", ""));
                }
            }
        }
        Map<String, String> found = new TreeMap<>();
        Set<Path> seen = new LinkedHashSet<>();
        while (!left.isEmpty()) {
            Path path = left.pop();
            if (!Files.exists(path) || !seen.add(path.toRealPath())) {
                continue;
            }
            left.addAll(named(path));
            if (!path.toRealPath().startsWith(home)) {
                String name = path.getFileName().toString();
                for (int n = 2; found.putIfAbsent(name, path.toRealPath().toString()) != null; n++) {
                    name = path.getFileName() + " " + n;
                }
            }
        }
        return found;
    }

    private static void add(Deque<Path> left, Path home, String list) {
        for (String entry : list.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                left.add(home.resolve(entry));
            }
        }
    }

    private static List<String> words() {
        StringBuilder all = new StringBuilder();
        VARIABLES.forEach(name -> all.append(System.getenv().getOrDefault(name, "")).append(' '));
        String[] arguments = ProcessHandle.current().info().arguments().orElse(new String[0]);
        return List.of((all + String.join(" ", arguments)).trim().split("\\s+"));
    }

    /** What the manifest of a jar calls its class path. */
    private static List<Path> named(Path path) {
        if (Files.isDirectory(path)) {
            return List.of();
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            String list = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (list == null) {
                return List.of();
            }
            URI at = path.toUri();
            return List.of(list.trim().split(" +")).stream().map(at::resolve)
                .filter(u -> "file".equals(u.getScheme())).map(Path::of).toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of(); // no jar, as a library of an agent
        }
    }
}
