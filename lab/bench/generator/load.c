/*
 * The load generator: one thread, epoll. It holds event streams of wards, sends reports, and checks every update that
 * arrives. It reads commands from stdin and answers each with a line of JSON:
 *   open <viewers> <viewers per ward> <connects at once> <access tokens> <1: each viewer also fetches the list of its ward>
 *   send <seconds> <connections> <reports per call> <reports per second, 0: as many as possible>
 *   close
 * Arguments: the file of streams, ports with commas between, `report` or `update` (the body), the path of reports, of
 * event streams and of lists, the file of access tokens (one a line), the device key.
 */
#define _GNU_SOURCE
#include <sys/resource.h>
#include "state.h"
#include "network.h"
#include "viewers.h"
#include "senders.h"

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

/*
 * Sends until the time is over. A report that is late because no connection was idle counts from when it was due, one that
 * is late because this program had no core counts from now.
 */
static void send_for(uint64_t start, double seconds, double rate) {
  uint64_t end = start + (uint64_t)(seconds * 1e6), at;
  long calls = 0;
  bool was_busy = false;
  while ((at = now()) < end) {
    uint64_t due = at, wait = end - at;
    for (; idle_count > 0; calls++) {
      if (rate > 0) due = start + (uint64_t)((double)calls * batch / rate * 1e6);
      if (due > at) break;
      struct sender *k = &senders[idle[--idle_count]];
      k->is_busy = true;
      send_reports(k, was_busy ? due : now());
    }
    if (rate > 0 && idle_count > 0 && due > at && due - at < wait) wait = due - at;
    was_busy = idle_count == 0;
    poll_once(wait < RETRY_US ? wait : RETRY_US);
  }
}

static bool has_answers_to_come(void) {
  for (int i = 0; i < sender_count; i++)
    if (senders[i].sent > senders[i].acknowledged || senders[i].retry_at > 0) return true;
  return false;
}

static void send_command(double seconds, int connections, int per_call, double rate) {
  reset_counts();
  batch = per_call;
  open_senders(connections);
  uint64_t start = now(), cpu = now_us(CLOCK_PROCESS_CPUTIME_ID);
  send_for(start, seconds, rate);
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
  else if (sscanf(line, "send %lf %d %d %lf", &seconds, &first, &second, &rate) == 4) send_command(seconds, first, second, rate);
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
