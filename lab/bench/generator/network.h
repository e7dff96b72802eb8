/* Connections and clocks. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

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
