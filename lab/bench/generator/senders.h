/* Senders send reports, or fetch lists, and read the answers. */

/* A sender owns every n-th stream, so the reports of a stream are sent in order. */
static struct stream *stream_at(struct sender *k, long position) {
  int own = (stream_count - k->number + sender_count - 1) / sender_count;
  return &streams[k->number + (position % own) * sender_count];
}

static int print_item(char *out, struct stream *s, uint64_t at) {
  /* They open no alert. */
  static const int statuses[] = {5, 6, 4, 8, 16};
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
  int status = statuses[revision % 5];
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

static void fetch_list(struct sender *k) {
  const char *token = token_of(k->viewer);
  int length = sprintf(request, "GET %s%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", list_path,
                       ward_uuids[viewers[k->viewer].ward], token);
  write_all(k->fd, request, length);
}

static void acknowledge(struct sender *k, int count, uint64_t at) {
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

static void read_answer(struct sender *k, uint64_t at) {
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
    acknowledge(k, batch, at);
  }
  k->is_busy = false;
  idle[idle_count++] = k->number;
}

static void read_sender(struct sender *k) {
  uint64_t at;
  ssize_t n = receive(k->fd, k->answer + k->answer_length, (size_t)(BUFFER - k->answer_length - 1), &at);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) fail("the server closed the connection of a sender");
  k->answer_length += (int)n;
  k->answer[k->answer_length] = 0;
  read_answer(k, at);
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
