/* The viewers and senders of the load generator, and what they share. */
#include <stdbool.h>
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
static int poller, ports[MAX_PORTS], port_count, viewer_count, opening, opened, sender_count, batch, retrying;
static int idle[MAX_SENDERS], idle_count, lists_wanted, lists_taken, lists_at_once;
static uint64_t connect_after;
static bool sends_updates, has_command;
static const char *report_path, *events_path, *list_path, *device_key;
static char **tokens;
static int token_count, tokens_in_use;
static char buffer[BUFFER], request[BUFFER], body[BUFFER];
