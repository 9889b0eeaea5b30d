package bench.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Serves a plugin. */
public final class Bench {
    private static final String COOKIE = "bench.plugin.v1";

    private Bench() {}

    /**
     * Answers bench's calls until bench asks the process to end, or is gone. It returns only then.
     *
     * @param name what bench calls the plugin
     * @param version its semantic version
     * @param components classes with {@link Component} that are learners, reducers, metrics, encoders or splitters
     */
    @SafeVarargs
    public static void serve(String name, String version, Class<? extends Configured>... components) {
        serve(name, version, Map.of(), List.of(components));
    }

    /** The same with versions of libraries that all results depend on, by name. */
    public static void serve(String name, String version, Map<String, String> runtimes,
        List<Class<? extends Configured>> components) {
        Stdout.take();
        boolean byHand = !COOKIE.equals(System.getenv("BENCH_PLUGIN"));
        boolean debug = byHand && "1".equals(System.getenv("BENCH_DEBUG"));
        if (byHand && !debug) {
            System.err.println(name + " " + version + " is a plugin of bench and is started by it.\nTry: bench plugin "
                + "describe " + name + "\nTo attach bench to it in a debugger, start it with BENCH_DEBUG=1.");
            System.exit(1);
        }
        String temporary = System.getenv("TMPDIR");
        if (temporary != null) {
            System.setProperty("java.io.tmpdir", temporary);
        }
        try {
            Server server = new Server(new Kinds(name, version, runtimes, components), !debug);
            Path socket = server.start(sockets());
            Trouble.watchExits();
            if (debug) {
                Stdout.handshake("BENCH_REATTACH='{\"" + name + "\":{\"addr\":\"" + socket + "\",\"pid\":"
                    + ProcessHandle.current().pid() + ",\"protocol\":1}}'");
            } else {
                Stdout.handshake("1|1|unix|" + socket + "|grpc|");
                endWithHost();
            }
            server.join();
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static Path sockets() throws IOException {
        String folder = System.getenv("PLUGIN_UNIX_SOCKET_DIR");
        return folder == null || folder.isEmpty() ? Files.createTempDirectory("bench") : Path.of(folder);
    }

    /** Ends the process when stdin ends: bench holds the other end. */
    private static void endWithHost() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read(new byte[64]) >= 0) {
                    continue;
                }
            } catch (IOException e) {
                e.printStackTrace();
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
