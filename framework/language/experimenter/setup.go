package experimenter

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Setup is what an experiment of WEKA's Experimenter runs.
type Setup struct {
	Datasets    []string // paths as they are written
	Runs        int
	FirstRun    int
	Folds       int     // of cross-validation, 0 for a split
	Percent     float64 // of the rows that train, for a split
	Ordered     bool    // a split takes rows in the order of the file
	Classifiers []Classifier
	Notes       string
	Output      string   // the file of results
	remarks     []string // what cannot be had in an experiment file
}

// Classifier is a class of WEKA with its options, one word each.
type Classifier struct {
	Class   string
	Options []string
}

// Is reports whether a file is a setup of the Experimenter in XML, by its beginning.
func Is(content []byte) bool {
	begin := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\ufeff")))
	return bytes.HasPrefix(begin, []byte("<")) || isJava(content)
}

// isJava reports whether a file holds objects as Java writes them.
func isJava(content []byte) bool { return bytes.HasPrefix(content, []byte{0xac, 0xed}) }

// Parse reads a setup. The error says what is not a setup, or what kind of experiment cannot be imported.
func Parse(content []byte) (*Setup, error) {
	if isJava(content) {
		return nil, errors.New("this setup is saved in Java's own format; open it in WEKA's Experimenter and save it " +
			"with the ending .xml")
	}
	root, err := parseXML(content)
	if err != nil {
		return nil, err
	}
	e := root.find("weka.experiment.Experiment")
	if e == nil {
		return nil, errors.New("there is no object of the class weka.experiment.Experiment: save the setup in WEKA's " +
			"Experimenter with the ending .xml (KOML, with the ending .koml, is not read)")
	}
	s := &Setup{Notes: e.value("notes"), FirstRun: 1, Runs: 1}
	lower, errLower := strconv.Atoi(e.value("runLower"))
	upper, errUpper := strconv.Atoi(e.value("runUpper"))
	if errLower != nil || errUpper != nil || upper < lower || lower < 0 || upper-lower >= mostRuns {
		return nil, fmt.Errorf("runLower %q and runUpper %q are not the numbers of up to %d runs", e.value("runLower"),
			e.value("runUpper"), mostRuns)
	}
	s.FirstRun, s.Runs = lower, upper-lower+1
	if list := e.part("datasets"); list != nil {
		for _, p := range list.parts {
			s.Datasets = append(s.Datasets, p.text)
		}
	}
	if listener := e.part("resultListener"); listener != nil {
		s.Output = listener.value("outputFile")
	}
	producer := e.part("resultProducer")
	if producer == nil {
		return nil, errors.New("there is no object resultProducer, which says how the data are divided")
	}
	evaluated, err := s.divide(producer.class, producer.texts("options"))
	if err != nil {
		return nil, err
	}
	return s, s.classifiers(e, evaluated)
}

// mostRuns is how many runs an experiment file may have.
const mostRuns = 10_000

// divide reads how the data are divided, and returns the classifier of the split evaluator.
func (s *Setup) divide(class string, options []string) (Classifier, error) {
	own, inner := parted(options)
	o := optionsOf(own)
	switch short(class) {
	case "CrossValidationResultProducer":
		s.Folds = int(o.number("X", 10))
	case "RandomSplitResultProducer":
		s.Percent, s.Ordered = o.number("P", 66), o.has("R")
	case "AveragingResultProducer", "DatabaseResultProducer":
		if short(class) == "AveragingResultProducer" {
			s.remarks = append(s.remarks, "The setup writes means over folds only; bench writes every fold, and the means.")
		}
		return s.divide(o.text("W", ""), inner)
	default:
		return Classifier{}, fmt.Errorf("%s divides the data in a way that is not imported; cross-validation and "+
			"percentage split are", class)
	}
	if s.Folds != 0 && (s.Folds < 2 || s.Folds > 1e9) || s.Folds == 0 && !(s.Percent > 0 && s.Percent < 100) {
		return Classifier{}, fmt.Errorf("%s has options that do not divide the data: %s", class, strings.Join(options, " "))
	}
	return s.evaluator(o.text("W", ""), inner)
}

// evaluator reads the split evaluator: its own options are followed by those of its classifier.
func (s *Setup) evaluator(class string, options []string) (Classifier, error) {
	own, inner := parted(options)
	o := optionsOf(own)
	switch short(class) {
	case "ClassifierSplitEvaluator":
	case "CostSensitiveClassifierSplitEvaluator":
		s.remarks = append(s.remarks, "The setup weighs mistakes by costs in files; write costs into the dataset "+
			"blocks, and metric \"cost\" {}.")
	default:
		return Classifier{}, fmt.Errorf("%s does not evaluate classifiers; bench compares classifiers only", class)
	}
	return Classifier{o.text("W", ""), inner}, nil
}

// classifiers are those of the list that the experiment goes through, or the one of the evaluator.
func (s *Setup) classifiers(e *object, evaluated Classifier) error {
	if e.value("usePropertyIterator") != "true" {
		s.Classifiers = []Classifier{evaluated}
	} else {
		path := e.part("propertyPath")
		list := e.part("propertyArray")
		if path == nil || list == nil || len(path.parts) == 0 {
			return errors.New("propertyPath and propertyArray, which hold the classifiers, are missing")
		}
		if last := path.parts[len(path.parts)-1].value("property"); last != "classifier" {
			return fmt.Errorf("the experiment goes through values of the property %q; only lists of classifiers are "+
				"imported", last)
		}
		for _, p := range list.parts {
			s.Classifiers = append(s.Classifiers, Classifier{p.class, p.texts("options")})
		}
	}
	if len(s.Classifiers) == 0 || slices.ContainsFunc(s.Classifiers, func(c Classifier) bool { return c.Class == "" }) {
		return errors.New("there are no classifiers in the setup")
	}
	return nil
}

// short is the name of a class without its package.
func short(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

// parted divides options at "--": those of an object, and those of the one that it uses.
func parted(options []string) (own, inner []string) {
	if at := slices.Index(options, "--"); at >= 0 {
		return options[:at], options[at+1:]
	}
	return options, nil
}
