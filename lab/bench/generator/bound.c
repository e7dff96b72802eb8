/*
 * The physical limit of fan-out: one thread, epoll. GET <path>/<ward> opens an event stream; POST <path>/<ward> is
 * answered with 200 and its body is written to the event streams of the ward at once. It checks and stores nothing.
 * Argument: the port.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { UUID = 36, MAX_FDS = 20000, MAX_WARDS = 4096, BUFFER = 1 << 18 };

struct ward {
  char uuid[UUID];
  int viewers[256], viewer_count;
};

static struct ward wards[MAX_WARDS];
static int ward_count, ward_of[MAX_FDS];
static char *received[MAX_FDS];
static int received_length[MAX_FDS];

static struct ward *find_ward(const char *uuid) {
  unsigned slot = 2166136261u;
  for (int i = 0; i < UUID; i++) slot = (slot ^ (unsigned char)uuid[i]) * 16777619u;
  for (slot %= MAX_WARDS; wards[slot].uuid[0] != 0; slot = (slot + 1) % MAX_WARDS)
    if (memcmp(wards[slot].uuid, uuid, UUID) == 0) return &wards[slot];
  if (++ward_count == MAX_WARDS) exit(1);
  memcpy(wards[slot].uuid, uuid, UUID);
  return &wards[slot];
}

static void send_text(int fd, const char *text, size_t length) {
  if (write(fd, text, length) < 0 && errno != EPIPE && errno != ECONNRESET) perror("write"), exit(1);
}

static void broadcast(struct ward *ward, const char *body, int length) {
  static char chunk[BUFFER + 64];
  static const char prefix[] = "event: roomStatus\ndata: ";
  int size = sprintf(chunk, "%x\r\n%s", (unsigned)(sizeof prefix - 1 + (size_t)length + 2), prefix);
  memcpy(chunk + size, body, (size_t)length);
  memcpy(chunk + size + length, "\n\n\r\n", 4);
  for (int i = 0; i < ward->viewer_count; i++) send_text(ward->viewers[i], chunk, (size_t)(size + length + 4));
}

/* Returns the length of the request at the start of the text, or 0 while it is incomplete. */
static int serve(int fd, char *text, int length) {
  static const char open_stream[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
  char *end = memmem(text, (size_t)length, "\r\n\r\n", 4);
  if (end == NULL) return 0;
  char *path_end = memmem(text, (size_t)(end - text), " HTTP/", 6), *field = strcasestr(text, "content-length:");
  int body = (int)(end - text) + 4, size = field != NULL && field < end ? atoi(field + 15) : 0;
  if (path_end == NULL || length < body + size) return 0;
  struct ward *ward = find_ward(path_end - UUID);
  if (text[0] == 'G') {
    ward_of[fd] = (int)(ward - wards) + 1;
    ward->viewers[ward->viewer_count++] = fd;
    send_text(fd, open_stream, sizeof open_stream - 1);
  } else {
    send_text(fd, answer, sizeof answer - 1);
    broadcast(ward, text + body, size);
  }
  return body + size;
}

static void close_connection(int fd) {
  if (ward_of[fd] > 0) {
    struct ward *ward = &wards[ward_of[fd] - 1];
    for (int i = 0; i < ward->viewer_count; i++)
      if (ward->viewers[i] == fd) ward->viewers[i] = ward->viewers[--ward->viewer_count];
  }
  ward_of[fd] = received_length[fd] = 0;
  close(fd);
}

static void receive(int fd) {
  if (received[fd] == NULL) received[fd] = malloc(BUFFER);
  ssize_t n = recv(fd, received[fd] + received_length[fd], (size_t)(BUFFER - received_length[fd] - 1), MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) return close_connection(fd);
  received_length[fd] += (int)n;
  received[fd][received_length[fd]] = 0;
  int used = serve(fd, received[fd], received_length[fd]);
  received_length[fd] -= used;
  memmove(received[fd], received[fd] + used, (size_t)received_length[fd]);
}

int main(int count, char **args) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0), poller = epoll_create1(0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(count > 1 ? atoi(args[1]) : 0)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 4096) != 0) return perror("listen"), 1;
  struct epoll_event events[256], event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int ready = epoll_wait(poller, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      if (events[i].data.fd != listener) receive(events[i].data.fd);
      else {
        int fd = accept(listener, NULL, NULL);
        if (fd < 0 || fd >= MAX_FDS) continue;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event.data.fd = fd;
        epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
      }
    }
  }
}
