package bench.weka;

import bench.plugin.Column;
import bench.plugin.Problem;
import bench.plugin.Rows;
import bench.plugin.Task;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;

/** The attributes that the columns of a problem are to WEKA, with the class as the last one. */
final class Table {
    private final Instances header;
    private final boolean[] nominal; // by column

    private Table(Instances header, boolean[] nominal) {
        this.header = header;
        this.nominal = nominal;
    }

    /** Nominal columns are nominal attributes, all others numeric. */
    static Table of(Problem p) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        boolean[] nominal = new boolean[p.rows().width()];
        List<Column> columns = p.rows().columns();
        Set<String> taken = new HashSet<>();
        for (int j = 0; j < nominal.length; j++) {
            Column c = columns.isEmpty() ? new Column("x" + j, "numeric", List.of()) : columns.get(j);
            nominal[j] = c.nominal();
            String name = unique(c.name(), taken);
            attributes.add(nominal[j] ? new Attribute(name, c.values()) : new Attribute(name));
        }
        String name = unique("class", taken);
        attributes.add(p.task() == Task.REGRESSION ? new Attribute(name) : new Attribute(name, classes(p)));
        Instances header = new Instances("problem", attributes, 0);
        header.setClassIndex(nominal.length);
        return new Table(header, nominal);
    }

    private static String unique(String name, Set<String> taken) {
        String free = name;
        while (!taken.add(free)) {
            free += "'";
        }
        return free;
    }

    private static List<String> classes(Problem p) {
        if (p.task() == Task.BINARY) {
            return List.of("-1", "+1");
        }
        List<String> names = new ArrayList<>();
        for (int k = 0; k < p.classes(); k++) {
            names.add(Integer.toString(k));
        }
        return names;
    }

    /** The rows to train on. */
    Instances training(Problem p) {
        Instances out = new Instances(header, p.rows().count());
        for (int i = 0; i < p.rows().count(); i++) {
            Instance row = instance(p.x()[i], p.weights() == null ? 1 : p.weights()[i]);
            double y = p.y()[i];
            row.setClassValue(p.task() == Task.BINARY ? (y + 1) / 2 : y);
            out.add(row);
        }
        return out;
    }

    /** Rows to score. */
    List<Instance> rows(Rows rows) {
        List<Instance> out = new ArrayList<>(rows.count());
        for (double[] x : rows.dense()) {
            out.add(instance(x, 1));
        }
        return out;
    }

    private Instance instance(double[] x, double weight) {
        double[] values = new double[nominal.length + 1];
        for (int j = 0; j < nominal.length; j++) {
            values[j] = nominal[j] && x[j] < 0 ? Utils.missingValue() : x[j]; // NaN is WEKA's missing value too
        }
        values[nominal.length] = Utils.missingValue();
        Instance row = new DenseInstance(weight, values);
        row.setDataset(header);
        return row;
    }
}
