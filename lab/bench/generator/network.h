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
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
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

/*
 * Reads what has arrived, and when its last byte arrived in the kernel. When a server has the core of the generator, the
 * generator reads an answer some milliseconds later, which is not the delay of the server.
 */
static ssize_t receive(int fd, char *data, size_t size, uint64_t *at) {
  char control[CMSG_SPACE(sizeof(struct timespec))];
  struct iovec part = {.iov_base = data, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t n = recvmsg(fd, &message, MSG_DONTWAIT);
  if (n <= 0) return n;
  *at = now();
  struct cmsghdr *field = CMSG_FIRSTHDR(&message);
  if (field == NULL || field->cmsg_type != SCM_TIMESTAMPNS) return n;
  struct timespec arrived;
  memcpy(&arrived, CMSG_DATA(field), sizeof arrived);
  *at -= now_us(CLOCK_REALTIME) - ((uint64_t)arrived.tv_sec * 1000000 + (uint64_t)arrived.tv_nsec / 1000);
  return n;
}
