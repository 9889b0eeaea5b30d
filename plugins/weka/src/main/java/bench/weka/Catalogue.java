package bench.weka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import weka.classifiers.Classifier;

/** The names of WEKA's classifiers, as the jar lists them. */
final class Catalogue {
    private Catalogue() {}

    /** A sentence that asks whether another class is meant, or nothing. */
    static String suggestion(String name) {
        String best = "";
        int least = Integer.MAX_VALUE;
        for (String known : names()) {
            int apart = Math.min(distance(last(name), last(known)), distance(name, known));
            if (apart < least && Catalogue.classifier(known)) {
                least = apart;
                best = known;
            }
        }
        return least > Math.max(1, last(name).length() / 3) ? "" : " Did you mean \"" + best + "\"?";
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static List<String> names() {
        List<String> out = new ArrayList<>();
        String path = Classifier.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (JarFile jar = new JarFile(path)) {
            jar.stream().map(e -> e.getName()).filter(n -> n.startsWith("weka/classifiers/") && n.endsWith(".class")
                && !n.contains("$")).forEach(n -> out.add(n.substring(0, n.length() - 6).replace('/', '.')));
        } catch (IOException e) {
            return List.of(); // without names there is no suggestion
        }
        return out;
    }

    private static boolean classifier(String name) {
        try {
            Class<?> c = Class.forName(name, false, Catalogue.class.getClassLoader());
            return Classifier.class.isAssignableFrom(c) && !java.lang.reflect.Modifier.isAbstract(c.getModifiers());
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** The edit distance of two names, whatever their case. */
    private static int distance(String a, String b) {
        String one = a.toLowerCase(Locale.ROOT);
        String two = b.toLowerCase(Locale.ROOT);
        int[] row = new int[two.length() + 1];
        for (int j = 0; j <= two.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= two.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == two.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[two.length()];
    }
}
