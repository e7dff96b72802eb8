/* The streams of the home: who they are, which revision each has, and when each revision was sent. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UUID = 36, SENT_TIMES = 128, MAX_WARDS = 65536 };

struct stream {
  char uuid[UUID + 1], ward_uuid[UUID + 1];
  int ward, index_in_ward;
  /* `sent`: revision of the newest report that was sent; `acknowledged`: of the newest one that was answered. */
  uint32_t sent, acknowledged;
  /* In us, by revision. */
  uint64_t *sent_at;
};

static struct stream *streams;
static int stream_count, ward_count, streams_in_ward[MAX_WARDS], viewers_in_ward[MAX_WARDS];
static const char *ward_uuids[MAX_WARDS];
static int *table;
static unsigned table_mask;

static unsigned hash_of(const char *uuid) {
  unsigned hash = 2166136261u;
  for (int i = 0; i < UUID; i++) hash = (hash ^ (unsigned char)uuid[i]) * 16777619u;
  return hash & table_mask;
}

static struct stream *find_stream(const char *uuid) {
  for (unsigned i = hash_of(uuid);; i = (i + 1) & table_mask) {
    if (table[i] < 0) return NULL;
    if (memcmp(streams[table[i]].uuid, uuid, UUID) == 0) return &streams[table[i]];
  }
}

/* Each line of the file: uuid of the ward, uuid of the stream, revision. The lines of a ward follow each other. */
static void read_home(const char *file) {
  FILE *in = fopen(file, "r");
  if (in == NULL) { perror(file); exit(1); }
  struct stream s = {0};
  int capacity = 0;
  while (fscanf(in, "%36s %36s %u", s.ward_uuid, s.uuid, &s.sent) == 3) {
    if (stream_count == capacity) {
      capacity = capacity == 0 ? 1024 : capacity * 2;
      streams = realloc(streams, (size_t)capacity * sizeof *streams);
    }
    if (stream_count == 0 || strcmp(streams[stream_count - 1].ward_uuid, s.ward_uuid) != 0) ward_count++;
    s.ward = ward_count - 1;
    s.index_in_ward = streams_in_ward[s.ward]++;
    s.acknowledged = s.sent;
    streams[stream_count++] = s;
  }
  fclose(in);
  for (table_mask = 1; table_mask < 2u * (unsigned)stream_count; table_mask *= 2);
  table = malloc(table_mask * sizeof *table);
  memset(table, -1, table_mask * sizeof *table);
  table_mask--;
  for (int i = 0; i < stream_count; i++) {
    unsigned slot = hash_of(streams[i].uuid);
    while (table[slot] >= 0) slot = (slot + 1) & table_mask;
    table[slot] = i;
    ward_uuids[streams[i].ward] = streams[i].ward_uuid;
  }
}
