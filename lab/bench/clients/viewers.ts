/** Many viewers on bare sockets: they count what they get, and some of them look when it came. */
import { connect, type Socket } from 'node:net';

export interface ViewersOptions {
  readonly port: number;
  /** Path of each viewer's event stream. */
  readonly paths: readonly string[];
  /** Lines of the request, such as a bearer. */
  readonly headers: readonly string[];
  /** One in so many looks at what it gets. */
  readonly looksEvery: number;
}

export interface Viewers {
  readonly count: number;
  /** Updates that all of them got so far. */
  deliveries(): number;
  /** Bytes that all of them got so far. */
  bytes(): number;
  /** To be told that an update is under way, so that its time can be taken. */
  sent(uuid: string, revision: number): void;
  /** Of updates since the last call; milliseconds from `sent` to the viewer. */
  takeLatencies(): readonly number[];
  close(): void;
}

const mark = Buffer.from('"revision":');

/** Resolves when all of them have got their first words. */
export async function openViewers({ port, paths, headers, looksEvery }: ViewersOptions): Promise<Viewers> {
  const sockets: Socket[] = [];
  const sentAt = new Map<string, number>();
  let [deliveries, bytes] = [0, 0];
  let latencies: number[] = [];

  function look(chunk: Buffer): void {
    const now = performance.now();
    for (const [, uuid = '', revision = ''] of chunk.toString().matchAll(/"uuid":"([^"]+)"[^}]*?"revision":(\d+)/g)) {
      const since = sentAt.get(`${uuid} ${revision}`);
      if (since !== undefined) latencies.push(now - since);
    }
  }

  function open(path: string, looks: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.once('data', (chunk) => {
        if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') resolve();
        else reject(new Error(chunk.toString('latin1', 0, 200)));
      });
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        for (let place = chunk.indexOf(mark); place !== -1; place = chunk.indexOf(mark, place + mark.length)) {
          deliveries += 1;
        }
        if (looks) look(chunk);
      });
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
      );
    });
  }

  const together = 50;
  for (let start = 0; start < paths.length; start += together) {
    const group = paths.slice(start, start + together);
    await Promise.all(group.map((path, index) => open(path, (start + index) % looksEvery === 0)));
  }
  return {
    count: paths.length,
    deliveries: () => deliveries,
    bytes: () => bytes,
    sent: (uuid, revision) => void sentAt.set(`${uuid} ${revision}`, performance.now()),
    takeLatencies: () => {
      const taken = latencies;
      latencies = [];
      sentAt.clear();
      return taken;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
