import weka.classifiers.AbstractClassifier;
import weka.core.Instances;

/** A classifier that ends the virtual machine when it is built. */
public final class Leaving extends AbstractClassifier {
    @Override
    public void buildClassifier(Instances data) {
        System.exit(3);
    }

    @Override
    public double[] distributionForInstance(weka.core.Instance row) {
        return new double[] {1, 0};
    }
}
