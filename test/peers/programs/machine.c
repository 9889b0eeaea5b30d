/* Measures what the machine can do. usage: machine CORES
   Prints JSON: bytes a second read from memory and floating point operations a second of multiply-adds, on one core
   and on CORES, the best of several tries. Build: cc -O3 -march=native -pthread -o machine machine.c */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __AVX512F__
#define LANES 8
#elif defined(__AVX__)
#define LANES 4
#else
#define LANES 2
#endif
typedef double vector __attribute__((vector_size(8 * LANES)));

enum { TRIES = 5, CHAINS = 12, ROUNDS = 40 * 1000 * 1000 };
static const size_t ROOM = (size_t)1 << 30; /* bytes of all cores together: more than caches hold */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

struct share {
  pthread_barrier_t *gate;
  const vector *from;
  size_t count;
  double best_read, best_multiply; /* seconds, of all together */
  volatile double sink;
};

static double sum(const vector *x, size_t n) {
  vector s[8] = {{0}};
  for (size_t i = 0; i + 8 <= n; i += 8)
    for (int j = 0; j < 8; j++) s[j] += x[i + j];
  for (int j = 1; j < 8; j++) s[0] += s[j];
  return s[0][0];
}

static double multiply(void) {
  vector a[CHAINS], b, c;
  for (int l = 0; l < LANES; l++) b[l] = 0.999999, c[l] = 1e-6;
  for (int j = 0; j < CHAINS; j++) a[j] = b * j;
  for (int i = 0; i < ROUNDS; i++)
    for (int j = 0; j < CHAINS; j++) a[j] = a[j] * b + c;
  for (int j = 1; j < CHAINS; j++) a[0] += a[j];
  return a[0][0];
}

static void *work(void *argument) {
  struct share *s = argument;
  s->best_read = s->best_multiply = 1e9;
  for (int i = 0; i < TRIES; i++) {
    pthread_barrier_wait(s->gate);
    double start = now();
    s->sink = sum(s->from, s->count);
    pthread_barrier_wait(s->gate);
    double seconds = now() - start;
    if (seconds < s->best_read) s->best_read = seconds;
    start = now();
    s->sink = multiply();
    pthread_barrier_wait(s->gate);
    seconds = now() - start;
    if (seconds < s->best_multiply) s->best_multiply = seconds;
  }
  return NULL;
}

static void measure(const vector *room, int cores, double *read, double *flops) {
  pthread_barrier_t gate;
  pthread_t threads[cores];
  struct share shares[cores];
  size_t all = ROOM / sizeof(vector);
  pthread_barrier_init(&gate, NULL, cores);
  for (int i = 0; i < cores; i++) {
    shares[i] = (struct share){.gate = &gate, .from = room + all / cores * i, .count = all / cores};
    if (pthread_create(&threads[i], NULL, work, &shares[i])) exit(1);
  }
  for (int i = 0; i < cores; i++) pthread_join(threads[i], NULL);
  *read = ROOM / shares[0].best_read;
  *flops = 2.0 * LANES * CHAINS * ROUNDS * cores / shares[0].best_multiply;
}

int main(int argc, char **argv) {
  double one[2], all[2];
  vector *room = aligned_alloc(64, ROOM);
  if (argc != 2 || !room) return 1;
  memset(room, 1, ROOM);
  measure(room, 1, &one[0], &one[1]);
  measure(room, atoi(argv[1]), &all[0], &all[1]);
  printf("{\"read_one\": %.4g, \"read\": %.4g, \"flops_one\": %.4g, \"flops\": %.4g}\n", one[0], all[0], one[1], all[1]);
  return 0;
}
