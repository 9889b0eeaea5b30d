/* Trains once with LIBSVM and its own one-vs-one. usage: libsvm_peer TRAIN.svm TEST.svm rbf|linear C GAMMA EPS PREDICTIONS.txt
   The linear kernel has C = 1.
   Writes the predictions, a line each, and prints JSON: seconds of svm_train() and svm_predict() (reading is not
   counted) and the accuracy. Build: cc -O2 -o libsvm_peer libsvm_peer.c -lsvm -lm */
#include <libsvm/svm.h>
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

static struct svm_problem read_rows(const char *path) {
  struct svm_problem p = {0};
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
    size_t n = 1;
    for (at = line; *at; at++) n += *at == ':';
    struct svm_node *x = malloc(n * sizeof *x);
    p.x[p.l] = x;
    p.y[p.l++] = strtod(line, &at);
    for (;;) {
      long index = strtol(at, &end, 10);
      if (end == at || *end != ':') break;
      x->index = index;
      x->value = strtod(end + 1, &at);
      x++;
    }
    x->index = -1;
  }
  fclose(f);
  return p;
}

int main(int argc, char **argv) {
  if (argc != 8) return 2;
  struct svm_problem train = read_rows(argv[1]), test = read_rows(argv[2]);
  struct svm_parameter q = {0};
  q.svm_type = C_SVC;
  q.kernel_type = strcmp(argv[3], "linear") ? RBF : LINEAR;
  q.C = q.kernel_type == LINEAR ? 1 : atof(argv[4]);
  q.gamma = atof(argv[5]);
  q.eps = atof(argv[6]);
  q.cache_size = 1000;
  q.shrinking = 1;
  svm_set_print_string_function(silent);
  int *predicted = calloc(test.l, sizeof *predicted), right = 0;
  double start = now();
  struct svm_model *m = svm_train(&train, &q);
  for (int i = 0; i < test.l; i++) predicted[i] = svm_predict(m, test.x[i]);
  double seconds = now() - start;
  FILE *f = fopen(argv[7], "w");
  if (!f) { perror(argv[7]); return 1; }
  for (int i = 0; i < test.l; i++) {
    fprintf(f, "%d\n", predicted[i]);
    right += predicted[i] == (int)test.y[i];
  }
  fclose(f);
  printf("{\"seconds\": %.4f, \"objective\": 0, \"accuracy\": %.6f, \"version\": \"LIBSVM %d\"}\n", seconds,
         (double)right / test.l, libsvm_version);
  return 0;
}
