/* Viewers hold event streams, and check every update that arrives. */
#include <ctype.h>

static const char *token_of(int viewer) { return tokens_in_use > 0 ? tokens[viewer % tokens_in_use] : ""; }

static void open_viewer(struct viewer *v) {
  v->fd = connect_to(ports[(v - viewers) % port_count], v);
  v->is_open = v->is_chunked = v->is_alert = false;
  v->chunk_size = v->chunk_left = v->rest_length = 0;
  const char *token = token_of((int)(v - viewers));
  int length = sprintf(request, "GET %s%s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer %s\r\n\r\n",
                       events_path, ward_uuids[v->ward], token);
  write_all(v->fd, request, length);
}

static void receive_update(struct viewer *v, const char *uuid, uint32_t revision, uint64_t at) {
  struct stream *s = find_stream(uuid);
  if (s == NULL || s->ward != v->ward) {
    counts.wrong_ward++;
    return;
  }
  uint32_t *seen = &v->seen[s->index_in_ward];
  if (revision == *seen) counts.doubled++;
  else if (revision < *seen) counts.out_of_order++;
  else {
    counts.superseded += revision - *seen - 1;
    counts.deliveries++;
    if (s->sent_at != NULL) record(&delivery_times, at - s->sent_at[revision % SENT_TIMES]);
    *seen = revision;
  }
}

static void read_line(struct viewer *v, char *line, char *end, uint64_t at) {
  if (end - line >= 12 && memcmp(line, "event:", 6) == 0) v->is_alert = memcmp(line, "event: alert", 12) == 0;
  if (v->is_alert || end - line < 5 || memcmp(line, "data:", 5) != 0) return;
  while ((line = memmem(line, (size_t)(end - line), "\"uuid\":\"", 8)) != NULL) {
    char *revision = memmem(line, (size_t)(end - line), "\"revision\":", 11);
    if (revision == NULL) fail("an update has no revision");
    receive_update(v, line + 8, (uint32_t)atol(revision + 11), at);
    line += 8 + UUID;
  }
}

/* Removes the framing of chunks (RFC 9112, section 7.1) in place. Returns the length that remains. */
static int dechunk(struct viewer *v, char *data, int length) {
  int kept = 0;
  for (int i = 0; i < length;) {
    if (v->chunk_left > 2) {
      int take = length - i < v->chunk_left - 2 ? length - i : (int)v->chunk_left - 2;
      memmove(data + kept, data + i, (size_t)take);
      kept += take, i += take, v->chunk_left -= take;
    } else if (v->chunk_left > 0) i++, v->chunk_left--;
    else if (data[i++] == '\n') v->chunk_left = v->chunk_size + 2, v->chunk_size = 0;
    else if (isxdigit(data[i - 1])) v->chunk_size = v->chunk_size * 16 + (isdigit(data[i - 1]) ? data[i - 1] - '0' : tolower(data[i - 1]) - 'a' + 10);
  }
  return kept;
}

static void close_viewer(struct viewer *v) {
  if (v->fd < 0) return;
  close(v->fd);
  if (v->is_open) opened--, viewers_in_ward[v->ward]--;
  v->fd = -1;
}

/* Returns the start of the body, or NULL while the headers are incomplete. A refused viewer connects again. */
static char *read_headers(struct viewer *v, int length) {
  char *end = memmem(buffer, (size_t)length, "\r\n\r\n", 4);
  if (end == NULL) return NULL;
  int status = atoi(buffer + 9);
  if (status != 200 && status != 503) fail("GET %s was answered with %.400s", events_path, buffer);
  opening--;
  if (status == 503) {
    counts.refused++;
    connect_after = now() + REFUSED_US;
    close_viewer(v);
    return NULL;
  }
  *end = 0;
  v->is_chunked = strcasestr(buffer, "transfer-encoding: chunked") != NULL;
  v->is_open = true;
  opened++, lists_wanted++, viewers_in_ward[v->ward]++;
  return end + 4;
}

static void read_viewer(struct viewer *v) {
  memcpy(buffer, v->rest, (size_t)v->rest_length);
  char *data = buffer + v->rest_length;
  uint64_t at;
  ssize_t n = receive(v->fd, data, (size_t)(BUFFER - v->rest_length - 1), &at);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) {
    if (v->is_open) counts.disconnected++;
    else opening--;
    close_viewer(v);
    return;
  }
  int length = (int)n;
  char *line = buffer, *end = data + length;
  if (!v->is_open) {
    char *start = read_headers(v, (int)(end - buffer));
    if (v->fd < 0) return;
    if (start != NULL) line = data = start, length = (int)(end - start);
  }
  if (v->is_open) {
    end = data + (v->is_chunked ? dechunk(v, data, length) : length);
    for (char *next; (next = memchr(line, '\n', (size_t)(end - line))) != NULL; line = next + 1) read_line(v, line, next, at);
  }
  v->rest_length = (int)(end - line);
  if (v->rest_length > 0) {
    v->rest = realloc(v->rest, (size_t)v->rest_length);
    memcpy(v->rest, line, (size_t)v->rest_length);
  }
}
