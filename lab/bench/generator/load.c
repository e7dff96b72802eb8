/*
 * The load generator: one thread, epoll. It holds event streams of wards, sends reports, and checks every update that
 * arrives. It reads commands from stdin and answers each with a line of JSON:
 *   open <viewers> <viewers per ward> <connects at once> <access tokens> <1: each viewer also fetches the list of its ward>
 *   send <seconds> <connections> <reports per call> <reports per second, 0: as many as possible> <NDJSON lines in flight, 0: JSON>
 *   close
 * Arguments: the file of streams, ports with commas between, `report` or `update` (the body), the path of reports, of
 * event streams and of lists, the file of access tokens (one a line), the device key.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "histogram.h"
#include "home.h"

enum { BUFFER = 1 << 20, MAX_PORTS = 8, MAX_VIEWERS = 100000, MAX_SENDERS = 4096, RETRY_US = 20000, REFUSED_US = 100000 };
enum kind { COMMANDS, VIEWER, SENDER };

struct viewer {
  enum kind kind;
  int fd, ward;
  bool is_open, is_chunked;
  /* Whether the event that is being read is one of alerts, which are not counted. */
  bool is_alert;
  long chunk_size, chunk_left;
  /* The newest revision of each stream of the ward. */
  uint32_t *seen;
  /* The start of a line whose end has not arrived. */
  char *rest;
  int rest_length;
};

struct sender {
  enum kind kind;
  int fd, number;
  /* Positions in the endless sequence of this sender's reports. Those between the two wait for an answer. */
  long sent, acknowledged;
  bool is_busy;
  uint64_t retry_at;
  /* Whose list is being fetched. */
  int viewer;
  char *answer;
  int answer_length;
};

static struct {
  long reports, refused, deliveries, superseded, expected, doubled, out_of_order, wrong_ward, disconnected, lists;
} counts;
static struct histogram answer_times, delivery_times;
static struct viewer *viewers;
static struct sender *senders;
static int poller, ports[MAX_PORTS], port_count, viewer_count, opening, opened, sender_count, batch, window, retrying;
static int idle[MAX_SENDERS], idle_count, lists_wanted, lists_taken, lists_at_once;
static uint64_t connect_after;
static bool is_sending, sends_updates, raises_alerts, has_command;
static const char *report_path, *events_path, *list_path, *device_key;
static char **tokens;
static int token_count, tokens_in_use;
static char buffer[BUFFER], request[BUFFER], body[BUFFER];

static void fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  exit(1);
}

static uint64_t now_us(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}
static uint64_t now(void) { return now_us(CLOCK_MONOTONIC); }

static int connect_to(int port, void *owner) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect: %s", strerror(errno));
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = owner};
  epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
  return fd;
}

static void write_all(int fd, const char *data, int length) {
  for (int done = 0; done < length;) {
    ssize_t n = write(fd, data + done, (size_t)(length - done));
    if (n < 0) fail("write: %s", strerror(errno));
    done += (int)n;
  }
}

/* ---- viewers ---- */

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
  ssize_t n = recv(v->fd, data, (size_t)(BUFFER - v->rest_length - 1), MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) {
    if (v->is_open) counts.disconnected++;
    else opening--;
    close_viewer(v);
    return;
  }
  uint64_t at = now();
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

/* ---- senders ---- */

/* A sender owns every n-th stream, so the reports of a stream are sent in order. */
static struct stream *stream_at(struct sender *k, long position) {
  int own = (stream_count - k->number + sender_count - 1) / sender_count;
  return &streams[k->number + (position % own) * sender_count];
}

static int print_item(char *out, struct stream *s, uint64_t at) {
  /* Two of the alerting five open an alert, and the report after each ends it. */
  static const int calm[] = {5, 6, 4, 8, 16}, alerting[] = {3, 5, 6, 4, 15};
  static uint64_t formatted_ms;
  static char time_text[32];
  uint64_t ms = now_us(CLOCK_REALTIME) / 1000;
  if (ms != formatted_ms) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    size_t length = strftime(time_text, sizeof time_text, "%Y-%m-%dT%H:%M:%S", &tm);
    sprintf(time_text + length, ".%03dZ", (int)(ms % 1000));
    formatted_ms = ms;
  }
  uint32_t revision = ++s->sent;
  int status = (raises_alerts ? alerting : calm)[revision % 5];
  if (s->sent_at == NULL) s->sent_at = calloc(SENT_TIMES, sizeof *s->sent_at);
  s->sent_at[revision % SENT_TIMES] = at;
  if (sends_updates)
    return sprintf(out, "{\"uuid\":\"%s\",\"roomStatus\":%d,\"lastNotification\":%d,\"lastNotificationSent\":\"%s\",\"revision\":%u}",
                   s->uuid, status, status, time_text, revision);
  return sprintf(out, "{\"stream\":\"%s\",\"status\":%d,\"at\":\"%s\",\"id\":\"%s/%u\"}", s->uuid, status, time_text, s->uuid, revision);
}

static void send_reports(struct sender *k, uint64_t at) {
  bool is_list = sends_updates || batch > 1;
  int length = is_list ? (body[0] = '[', 1) : 0;
  const char *ward = sends_updates ? stream_at(k, k->sent)->ward_uuid : "";
  for (int i = 0; i < batch; i++) {
    if (i > 0) body[length++] = ',';
    length += print_item(body + length, stream_at(k, k->sent++), at);
  }
  if (is_list) body[length++] = ']';
  int head = sprintf(request, "POST %s%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
                     report_path, ward, device_key, length);
  memcpy(request + head, body, (size_t)length);
  write_all(k->fd, request, head + length);
}

/* Fills up the window with lines, in one chunk. */
static void send_lines(struct sender *k, uint64_t at) {
  int length = 0;
  while (k->sent - k->acknowledged < window) {
    length += print_item(body + length, stream_at(k, k->sent++), at);
    body[length++] = '\n';
  }
  if (length == 0) return;
  int head = sprintf(request, "%x\r\n", length);
  memcpy(request + head, body, (size_t)length);
  memcpy(request + head + length, "\r\n", 2);
  write_all(k->fd, request, head + length + 2);
}

static void fetch_list(struct sender *k) {
  const char *token = token_of(k->viewer);
  int length = sprintf(request, "GET %s%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", list_path,
                       ward_uuids[viewers[k->viewer].ward], token);
  write_all(k->fd, request, length);
}

static void acknowledge(struct sender *k, int count) {
  uint64_t at = now();
  for (int i = 0; i < count; i++) {
    struct stream *s = stream_at(k, k->acknowledged++);
    s->acknowledged++;
    counts.reports++;
    counts.expected += viewers_in_ward[s->ward];
    record(&answer_times, at - s->sent_at[s->acknowledged % SENT_TIMES]);
  }
}

/* The server did not accept the reports: they count as not sent. */
static void take_back(struct sender *k) {
  while (k->sent > k->acknowledged) stream_at(k, --k->sent)->sent--;
  counts.refused++;
  k->retry_at = now() + RETRY_US;
  retrying++;
}

static int occurrences(const char *text, int length, const char *word) {
  int count = 0;
  size_t size = strlen(word);
  for (const char *end = text + length; (text = memmem(text, (size_t)(end - text), word, size)) != NULL; text += size) count++;
  return count;
}

/* Returns the length of the answer at the start of the text, or 0 while it is incomplete. */
static int answer_length_of(char *text, int length, int *body_start) {
  char *end = memmem(text, (size_t)length, "\r\n\r\n", 4);
  if (end == NULL) return 0;
  *body_start = (int)(end - text) + 4;
  *end = 0;
  char *field = strcasestr(text, "content-length:");
  bool is_chunked = field == NULL && strcasestr(text, "transfer-encoding: chunked") != NULL;
  *end = '\r';
  if (is_chunked) return length >= 7 && memcmp(text + length - 7, "\r\n0\r\n\r\n", 7) == 0 ? length : 0;
  int total = *body_start + (field == NULL ? 0 : atoi(field + 15));
  return length >= total ? total : 0;
}

static void read_answer(struct sender *k) {
  int start, length = answer_length_of(k->answer, k->answer_length, &start), status = atoi(k->answer + 9);
  if (length == 0) return;
  k->answer_length = 0;
  if (status == 503 || status == 429) {
    take_back(k);
    return;
  }
  if (status / 100 != 2) fail("the server answered %.*s", length, k->answer);
  if (lists_at_once > 0) counts.lists++;
  else {
    if (!sends_updates && strstr(report_path, "/api/") != NULL && occurrences(k->answer + start, length - start, "\"accepted\"") != batch)
      fail("not all reports were accepted: %.*s", length, k->answer);
    acknowledge(k, batch);
  }
  k->is_busy = false;
  idle[idle_count++] = k->number;
}

/* Each line with an outcome answers one report. */
static void read_line_answers(struct sender *k) {
  char *line = k->answer, *end = line + k->answer_length;
  for (char *next; (next = memchr(line, '\n', (size_t)(end - line))) != NULL; line = next + 1) {
    if (occurrences(line, (int)(next - line), "\"accepted\"") > 0) acknowledge(k, 1);
    else if (occurrences(line, (int)(next - line), "\"outcome\"") > 0) fail("a line was refused: %.*s", (int)(next - line), line);
  }
  k->answer_length = (int)(end - line);
  memmove(k->answer, line, (size_t)k->answer_length);
  if (is_sending) send_lines(k, now());
}

static void read_sender(struct sender *k) {
  ssize_t n = recv(k->fd, k->answer + k->answer_length, (size_t)(BUFFER - k->answer_length - 1), MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) fail("the server closed the connection of a sender");
  k->answer_length += (int)n;
  k->answer[k->answer_length] = 0;
  if (window > 0) read_line_answers(k);
  else read_answer(k);
}

static void open_senders(int count) {
  sender_count = count;
  for (idle_count = 0; idle_count < count; idle_count++) {
    struct sender *k = &senders[idle_count];
    *k = (struct sender){.kind = SENDER, .number = idle_count, .answer = k->answer != NULL ? k->answer : malloc(BUFFER)};
    k->fd = connect_to(ports[idle_count % port_count], k);
    idle[idle_count] = idle_count;
  }
}

static void close_senders(void) {
  for (int i = 0; i < sender_count; i++) close(senders[i].fd);
  sender_count = 0;
}

/* ---- commands ---- */

static void poll_once(uint64_t wait_us) {
  struct epoll_event events[256];
  struct timespec wait = {(time_t)(wait_us / 1000000), (long)(wait_us % 1000000) * 1000};
  int count = epoll_pwait2(poller, events, 256, &wait, NULL);
  for (int i = 0; i < count; i++) {
    enum kind kind = *(enum kind *)events[i].data.ptr;
    if (kind == COMMANDS) has_command = true;
    else if (kind == SENDER) read_sender(events[i].data.ptr);
    else if (((struct viewer *)events[i].data.ptr)->fd >= 0) read_viewer(events[i].data.ptr);
  }
  uint64_t at = now();
  for (int i = 0; retrying > 0 && i < sender_count; i++) {
    struct sender *k = &senders[i];
    if (k->retry_at == 0 || k->retry_at > at) continue;
    k->retry_at = 0;
    retrying--;
    if (lists_at_once > 0) fetch_list(k);
    else send_reports(k, at);
  }
}

static void reset_counts(void) {
  memset(&counts, 0, sizeof counts);
  memset(&answer_times, 0, sizeof answer_times);
  memset(&delivery_times, 0, sizeof delivery_times);
}

/* Viewers of a ward have consecutive numbers, but boards come in any order. The factor is prime, so each has its turn. */
static int in_turn(int n, int count) { return (int)((long)n * 7919 % count); }

static void open_viewers(int count, int per_ward, int at_once, int with_lists) {
  uint64_t start = now();
  reset_counts();
  lists_at_once = with_lists != 0 ? 64 : 0;
  lists_wanted = lists_taken = 0;
  open_senders(lists_at_once);
  viewer_count = count;
  for (int i = 0; i < count; i++) {
    struct viewer *v = &viewers[i];
    *v = (struct viewer){.kind = VIEWER, .fd = -1, .ward = i / per_ward % ward_count, .rest = v->rest, .seen = v->seen};
    v->seen = realloc(v->seen, (size_t)streams_in_ward[v->ward] * sizeof *v->seen);
  }
  for (int i = 0; i < stream_count; i++)
    for (int j = streams[i].ward * per_ward; j < (streams[i].ward + 1) * per_ward && j < count; j++)
      viewers[j].seen[streams[i].index_in_ward] = streams[i].sent;
  for (int next = 0; opened < count || counts.lists < (with_lists != 0 ? count : 0);) {
    for (int tried = 0; opening < at_once && now() >= connect_after && opened + opening < count && tried < count; tried++, next = (next + 1) % count) {
      struct viewer *v = &viewers[in_turn(next, count)];
      if (v->fd >= 0) continue;
      open_viewer(v);
      opening++;
    }
    while (lists_at_once > 0 && idle_count > 0 && lists_taken < lists_wanted && lists_taken < count) {
      struct sender *k = &senders[idle[--idle_count]];
      k->viewer = in_turn(lists_taken++, count);
      fetch_list(k);
    }
    poll_once(1000);
    if (now() - start > 120000000) fail("only %d of %d viewers and %ld lists after 120 s", opened, count, counts.lists);
  }
  lists_at_once = 0;
  close_senders();
  printf("{\"opened\":%d,\"refused\":%ld,\"seconds\":%.4f}\n", opened, counts.refused, (double)(now() - start) / 1e6);
}

/* Sends until the time is over. A report that is late because no connection was idle counts from when it was due. */
static void send_for(uint64_t start, double seconds, double rate) {
  uint64_t end = start + (uint64_t)(seconds * 1e6), at;
  long calls = 0;
  while ((at = now()) < end) {
    uint64_t due = at, wait = end - at;
    for (; idle_count > 0; calls++) {
      if (rate > 0) due = start + (uint64_t)((double)calls * batch / rate * 1e6);
      if (due > at) break;
      struct sender *k = &senders[idle[--idle_count]];
      k->is_busy = true;
      if (window > 0) send_lines(k, at);
      else send_reports(k, due);
    }
    if (rate > 0 && idle_count > 0 && due > at && due - at < wait) wait = due - at;
    poll_once(wait < RETRY_US ? wait : RETRY_US);
  }
}

static bool has_answers_to_come(void) {
  for (int i = 0; i < sender_count; i++)
    if (senders[i].sent > senders[i].acknowledged || senders[i].retry_at > 0) return true;
  return false;
}

static void send_command(double seconds, int connections, int per_call, double rate, int lines) {
  reset_counts();
  batch = per_call, window = lines;
  open_senders(connections);
  for (int i = 0; window > 0 && i < connections; i++) {
    int length = sprintf(request, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n",
                         report_path, device_key);
    write_all(senders[i].fd, request, length);
  }
  is_sending = true;
  uint64_t start = now(), cpu = now_us(CLOCK_PROCESS_CPUTIME_ID);
  send_for(start, seconds, rate);
  is_sending = false;
  double duration = (double)(now() - start) / 1e6, own_cpu = (double)(now_us(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e6;
  long reports = counts.reports, deliveries = counts.deliveries;
  for (uint64_t last = now(); has_answers_to_come() && now() - last < 30000000;) poll_once(10000);
  long before = -1;
  for (uint64_t last = now(); counts.deliveries + counts.superseded < counts.expected && now() - last < 3000000;) {
    if (counts.deliveries != before) before = counts.deliveries, last = now();
    poll_once(10000);
  }
  printf("{\"seconds\":%.4f,\"generatorCpuSeconds\":%.4f,\"reportsPerSecond\":%.2f,\"deliveriesPerSecond\":%.2f", duration, own_cpu,
         (double)reports / duration, (double)deliveries / duration);
  printf(",\"reports\":%ld,\"deliveries\":%ld,\"refused\":%ld,\"superseded\":%ld", counts.reports, counts.deliveries, counts.refused, counts.superseded);
  printf(",\"lost\":%ld,\"doubled\":%ld,\"outOfOrder\":%ld,\"wrongWard\":%ld,\"disconnected\":%ld",
         counts.expected - counts.deliveries - counts.superseded, counts.doubled, counts.out_of_order, counts.wrong_ward, counts.disconnected);
  print_quantiles("answerMs", &answer_times);
  print_quantiles("deliveryMs", &delivery_times);
  printf("}\n");
  close_senders();
}

static void run_command(char *line) {
  int first, second, third, fourth, fifth;
  double seconds, rate;
  if (sscanf(line, "open %d %d %d %d %d", &first, &second, &third, &fourth, &fifth) == 5) {
    tokens_in_use = fourth < token_count ? fourth : token_count;
    open_viewers(first, second, third, fifth);
  }
  else if (sscanf(line, "send %lf %d %d %lf %d %d", &seconds, &first, &second, &rate, &third, &fourth) == 6) {
    raises_alerts = fourth == 1;
    send_command(seconds, first, second, rate, third);
  }
  else if (strncmp(line, "close", 5) == 0) {
    for (int i = 0; i < viewer_count; i++) close_viewer(&viewers[i]);
    printf("{\"opened\":%d}\n", opened);
  } else fail("unknown command: %s", line);
  fflush(stdout);
}

static void read_tokens(const char *file) {
  FILE *in = fopen(file, "r");
  if (in == NULL) return;
  tokens = calloc(MAX_VIEWERS, sizeof *tokens);
  while (token_count < MAX_VIEWERS && fscanf(in, "%ms", &tokens[token_count]) == 1) token_count++;
  fclose(in);
}

int main(int count, char **args) {
  if (count != 9) fail("usage: load <streams> <ports> report|update <report path> <events path> <list path> <tokens> <device key>");
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  read_home(args[1]);
  for (char *port = strtok(args[2], ","); port != NULL && port_count < MAX_PORTS; port = strtok(NULL, ",")) ports[port_count++] = atoi(port);
  sends_updates = strcmp(args[3], "update") == 0;
  report_path = args[4], events_path = args[5], list_path = args[6], device_key = args[8];
  read_tokens(args[7]);
  viewers = calloc(MAX_VIEWERS, sizeof *viewers);
  senders = calloc(MAX_SENDERS, sizeof *senders);
  poller = epoll_create1(EPOLL_CLOEXEC);
  static enum kind commands = COMMANDS;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &commands};
  epoll_ctl(poller, EPOLL_CTL_ADD, 0, &event);
  for (char line[256];; has_command = false) {
    while (!has_command) poll_once(10000000);
    ssize_t n = read(0, line, sizeof line - 1);
    if (n <= 0) return 0;
    line[n] = 0;
    run_command(line);
  }
}
