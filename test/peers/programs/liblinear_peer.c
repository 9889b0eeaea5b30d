/* Trains once with LIBLINEAR. usage: liblinear_peer TRAIN.svm TEST.svm SOLVER EPS ovr|ovo|direct|labels PREDICTIONS.txt
   Writes the predictions, a line each, and prints JSON: seconds of train() and predict() (reading is not counted), the objective summed over the binary
   problems (of Crammer and Singer's, solver 4, of all classes) with the intercept as a penalised feature of value 1, and the accuracy; for rows of several labels, with commas between them, the micro-averaged
   F1 in its place, and a 1 or 0 for each row and label. Build: cc -O2 -o liblinear_peer liblinear_peer.c -llinear -lm */
#include <linear.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void silent(const char *text) { (void)text; }

/* The labels of rows: owners[i] has labels[i]. */
struct labelled { int *labels, *owners, n, room; };

static void add_label(struct labelled *of, int label, int row) {
  if (of->n == of->room) {
    of->room = of->room ? 2 * of->room : 1024;
    of->labels = realloc(of->labels, of->room * sizeof *of->labels);
    of->owners = realloc(of->owners, of->room * sizeof *of->owners);
  }
  of->labels[of->n] = label;
  of->owners[of->n++] = row;
}

/* read_rows reads svmlight text and appends the feature bias:1 to every row. */
static struct problem read_rows(const char *path, int bias, struct labelled *labelled) {
  struct problem p = {0};
  FILE *f = fopen(path, "r");
  char *line = NULL, *at, *end;
  size_t room = 0, rows = 0;
  if (!f) { perror(path); exit(1); }
  while (getline(&line, &room, f) > 0) {
    if (p.l == (int)rows) {
      rows = rows ? 2 * rows : 1024;
      p.x = realloc(p.x, rows * sizeof *p.x);
      p.y = realloc(p.y, rows * sizeof *p.y);
    }
    size_t n = 2;
    for (at = line; *at; at++) n += *at == ':';
    struct feature_node *x = malloc(n * sizeof *x);
    p.x[p.l] = x;
    p.y[p.l] = strtod(line, &at);
    for (end = line;; end = at + 1) {
      add_label(labelled, strtol(end, &at, 10), p.l);
      if (*at != ',') break;
    }
    p.l++;
    for (;;) {
      long index = strtol(at, &end, 10);
      if (end == at || *end != ':') break;
      x->index = index;
      x->value = strtod(end + 1, &at);
      if (index > p.n) p.n = index;
      x++;
    }
    x[0].index = bias;
    x[0].value = 1;
    x[1].index = -1;
  }
  fclose(f);
  return p;
}

static void set_bias(struct problem *p, int bias) {
  for (int i = 0; i < p->l; i++) {
    struct feature_node *x = p->x[i];
    while (x[1].index != -1) x++;
    x->index = bias;
  }
  p->n = bias;
  p->bias = 1;
}

static double loss(int solver, double margin) {
  if (solver == 0 || solver == 7) return margin > 0 ? log1p(exp(-margin)) : -margin + log1p(exp(margin));
  double m = margin < 1 ? 1 - margin : 0;
  return solver == 3 ? m : m * m;
}

static double dot(const struct feature_node *x, const double *w, int stride, int at) {
  double s = 0;
  for (; x->index != -1; x++) s += x->value * w[(x->index - 1) * stride + at];
  return s;
}

/* objective of one column of weights, target +1 for label, else -1. */
static double objective(const struct problem *p, int solver, const double *w, int stride, int at, double label) {
  double j = 0;
  for (int k = 0; k < p->n; k++) j += w[k * stride + at] * w[k * stride + at] / 2;
  for (int i = 0; i < p->l; i++) j += loss(solver, (p->y[i] == label ? 1 : -1) * dot(p->x[i], w, stride, at));
  return j;
}

/* each_label trains one problem a label. */
static int each_label(struct problem *train_rows, struct problem *test_rows, const struct labelled *train_labels,
                      const struct labelled *test_labels, const struct parameter *q, const char *path) {
  double seconds = 0, total = 0;
  long hits = 0, said = 0;
  int labels = 0;
  for (int i = 0; i < train_labels->n; i++) if (train_labels->labels[i] >= labels) labels = train_labels->labels[i] + 1;
  char *predicted = calloc((size_t)test_rows->l * labels, 1);
  for (int k = 0; k < labels; k++) {
    for (int i = 0; i < train_rows->l; i++) train_rows->y[i] = -1;
    for (int i = 0; i < train_labels->n; i++) if (train_labels->labels[i] == k) train_rows->y[train_labels->owners[i]] = 1;
    double start = now();
    struct model *m = train(train_rows, q);
    for (int i = 0; i < test_rows->l; i++) predicted[(size_t)i * labels + k] = predict(m, test_rows->x[i]) > 0;
    seconds += now() - start;
    total += objective(train_rows, q->solver_type, m->w, 1, 0, m->label[0]);
    free_and_destroy_model(&m);
  }
  for (int i = 0; i < test_labels->n; i++)
    if (test_labels->labels[i] < labels) hits += predicted[(size_t)test_labels->owners[i] * labels + test_labels->labels[i]];
  FILE *out = fopen(path, "w");
  if (!out) { perror(path); return 1; }
  for (int i = 0; i < test_rows->l; i++)
    for (int k = 0; k < labels; k++) {
      said += predicted[(size_t)i * labels + k];
      fputs(predicted[(size_t)i * labels + k] ? "1\n" : "0\n", out);
    }
  if (fclose(out)) { perror(path); return 1; }
  printf("{\"seconds\":%.6f,\"objective\":%.12g,\"accuracy\":%.6f,\"version\":\"LIBLINEAR %d.%d\"}\n", seconds, total,
         2.0 * hits / (said + test_labels->n), LIBLINEAR_VERSION / 100, LIBLINEAR_VERSION % 100);
  return 0;
}

/* crammer_singer is the objective of all classes together. */
static double crammer_singer(const struct problem *p, const struct model *m) {
  double j = 0;
  for (int k = 0; k < p->n * m->nr_class; k++) j += m->w[k] * m->w[k] / 2;
  for (int i = 0; i < p->l; i++) {
    double own = 0, worst = -INFINITY;
    for (int k = 0; k < m->nr_class; k++) {
      double f = dot(p->x[i], m->w, m->nr_class, k);
      if (p->y[i] == m->label[k]) own = f;
      else f += 1;
      if (f > worst) worst = f;
    }
    j += worst - own;
  }
  return j;
}

/* sorted puts the rows of a class side by side, in their order, and writes where each class begins. */
static struct problem sorted(const struct problem *p, int classes, int *begin) {
  struct problem s = *p;
  s.x = malloc(p->l * sizeof *s.x);
  s.y = malloc(p->l * sizeof *s.y);
  s.l = 0;
  for (int i = 0; i < p->l; i++) begin[(int)p->y[i] + 1]++;
  for (int k = 0; k < classes; k++) begin[k + 1] += begin[k];
  int *at = malloc((classes + 1) * sizeof *at);
  memcpy(at, begin, (classes + 1) * sizeof *at);
  for (int i = 0; i < p->l; i++, s.l++) {
    int to = at[(int)p->y[i]]++;
    s.x[to] = p->x[i];
    s.y[to] = p->y[i];
  }
  free(at);
  return s;
}

/* two are the rows of two classes. */
static void two(struct problem *pair, const struct problem *s, const int *begin, int a, int b) {
  pair->l = 0;
  for (int side = 0; side < 2; side++)
    for (int i = begin[side ? b : a]; i < begin[(side ? b : a) + 1]; i++) {
      pair->x[pair->l] = s->x[i];
      pair->y[pair->l++] = s->y[i];
    }
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  struct labelled train_labels = {0}, test_labels = {0};
  struct problem train_rows = read_rows(argv[1], 0, &train_labels), test_rows = read_rows(argv[2], 0, &test_labels);
  int bias = (train_rows.n > test_rows.n ? train_rows.n : test_rows.n) + 1;
  set_bias(&train_rows, bias);
  set_bias(&test_rows, bias);
  struct parameter q = {0};
  q.solver_type = atoi(argv[3]);
  q.eps = atof(argv[4]);
  q.C = 1;
  q.p = 0.1;
  set_print_string_function(silent);
  double seconds = 0, total = 0, right = 0;
  if (!strcmp(argv[5], "labels")) return each_label(&train_rows, &test_rows, &train_labels, &test_labels, &q, argv[6]);
  int *predicted = calloc(test_rows.l, sizeof *predicted);
  if (strcmp(argv[5], "ovo")) {
    double start = now();
    struct model *m = train(&train_rows, &q);
    for (int i = 0; i < test_rows.l; i++) predicted[i] = predict(m, test_rows.x[i]);
    seconds = now() - start;
    if (q.solver_type == MCSVM_CS) total = crammer_singer(&train_rows, m);
    else for (int k = 0; k < m->nr_class; k++) total += objective(&train_rows, q.solver_type, m->w, m->nr_class, k, m->label[k]);
  } else {
    int classes = 0;
    for (int i = 0; i < train_rows.l; i++) if (train_rows.y[i] >= classes) classes = train_rows.y[i] + 1;
    int *votes = calloc((size_t)test_rows.l * classes, sizeof *votes);
    int *begin = calloc(classes + 1, sizeof *begin);
    struct problem by_class = sorted(&train_rows, classes, begin), pair = train_rows;
    pair.x = malloc(train_rows.l * sizeof *pair.x);
    pair.y = malloc(train_rows.l * sizeof *pair.y);
    for (int a = 0; a < classes; a++)
      for (int b = a + 1; b < classes; b++) {
        two(&pair, &by_class, begin, a, b);
        double start = now();
        struct model *m = train(&pair, &q);
        for (int i = 0; i < test_rows.l; i++) votes[i * classes + (int)predict(m, test_rows.x[i])]++;
        seconds += now() - start;
        total += objective(&pair, q.solver_type, m->w, 1, 0, m->label[0]);
        free_and_destroy_model(&m);
      }
    for (int i = 0; i < test_rows.l; i++) {
      int best = 0;
      for (int k = 1; k < classes; k++) if (votes[i * classes + k] > votes[i * classes + best]) best = k;
      predicted[i] = best;
    }
  }
  FILE *out = fopen(argv[6], "w");
  if (!out) { perror(argv[6]); return 1; }
  for (int i = 0; i < test_rows.l; i++) {
    right += predicted[i] == test_rows.y[i];
    fprintf(out, "%d\n", predicted[i]);
  }
  if (fclose(out)) { perror(argv[6]); return 1; }
  printf("{\"seconds\":%.6f,\"objective\":%.12g,\"accuracy\":%.6f,\"version\":\"LIBLINEAR %d.%d\"}\n", seconds, total, right / test_rows.l,
         LIBLINEAR_VERSION / 100, LIBLINEAR_VERSION % 100);
  return 0;
}
