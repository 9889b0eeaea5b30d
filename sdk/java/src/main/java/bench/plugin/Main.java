package bench.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.Manifest;

/** Where the jar of a plugin starts: it secures stdout, and then runs the author's main method. */
public final class Main {
    private Main() {}

    /** Runs the main method of the class that the jar's manifest calls Bench-Main. */
    public static void main(String[] args) throws Throwable {
        Stdout.take();
        try {
            Class.forName(author()).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static String author() throws IOException {
        try (InputStream in = Main.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
            return new Manifest(in).getMainAttributes().getValue("Bench-Main");
        }
    }
}
