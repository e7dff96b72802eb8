/* A histogram of durations in microseconds. Its buckets are about 3 % wide, from 1 us to 67 s. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SUB_BUCKETS = 32, BUCKETS = SUB_BUCKETS * 22 };

struct histogram {
  uint64_t count[BUCKETS], total, max;
};

static inline int bucket_of(uint64_t us) {
  if (us < SUB_BUCKETS) return (int)us;
  int shift = 58 - __builtin_clzll(us);
  int bucket = (shift + 1) * SUB_BUCKETS + (int)((us >> shift) - SUB_BUCKETS);
  return bucket < BUCKETS ? bucket : BUCKETS - 1;
}

static inline uint64_t upper_bound_of(int bucket) {
  if (bucket < SUB_BUCKETS) return (uint64_t)bucket;
  int shift = bucket / SUB_BUCKETS - 1;
  return ((uint64_t)(SUB_BUCKETS + bucket % SUB_BUCKETS + 1) << shift) - 1;
}

static inline void record(struct histogram *h, uint64_t us) {
  h->count[bucket_of(us)]++;
  h->total++;
  if (us > h->max) h->max = us;
}

static double quantile_ms(const struct histogram *h, double share) {
  uint64_t rank = (uint64_t)(share * (double)h->total), seen = 0;
  for (int i = 0; i < BUCKETS; i++) {
    seen += h->count[i];
    if (seen > rank) return (double)(upper_bound_of(i) < h->max ? upper_bound_of(i) : h->max) / 1000;
  }
  return (double)h->max / 1000;
}

static void print_quantiles(const char *name, const struct histogram *h) {
  printf(",\"%s\":{\"p50\":%.3f,\"p95\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.3f}", name, quantile_ms(h, 0.5), quantile_ms(h, 0.95),
         quantile_ms(h, 0.99), quantile_ms(h, 0.999), (double)h->max / 1000);
}
