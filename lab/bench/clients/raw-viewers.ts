/** Many viewers on plain sockets. They count updates without parsing them; a few also measure the latency. */
import { connect, type Socket } from 'node:net';

interface RawViewersOptions {
  readonly port: number;
  /** Path of each viewer's event stream. */
  readonly paths: readonly string[];
  readonly bearer?: string;
  /** Every n-th viewer measures latencies. */
  readonly measureEvery: number;
}

export interface RawViewers {
  /** Updates that all viewers received. */
  deliveries(): number;
  /** Bytes that all viewers received. */
  bytes(): number;
  /** Starts the clock of an update that is about to be sent. */
  markSent(uuid: string, revision: number): void;
  /** Milliseconds from `markSent` to the viewer, of the updates since the previous call. */
  takeLatencies(): readonly number[];
  close(): void;
}

const updateMark = Buffer.from('"revision":');
const connectsAtOnce = 50;

/** Resolves when all viewers have received the start of their stream. */
export async function openRawViewers({ port, paths, bearer, measureEvery }: RawViewersOptions): Promise<RawViewers> {
  const sockets: Socket[] = [];
  const sentAt = new Map<string, number>();
  let [deliveries, bytes] = [0, 0];
  let latencies: number[] = [];
  const authorization = bearer === undefined ? '' : `Authorization: Bearer ${bearer}\r\n`;

  function measure(chunk: Buffer): void {
    const now = performance.now();
    for (const [, uuid = '', revision = ''] of chunk.toString().matchAll(/"uuid":"([^"]+)"[^}]*?"revision":(\d+)/g)) {
      const since = sentAt.get(`${uuid} ${revision}`);
      if (since !== undefined) latencies.push(now - since);
    }
  }

  function open(path: string, isMeasuring: boolean): Promise<void> {
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
        deliveries += countUpdates(chunk);
        if (isMeasuring) measure(chunk);
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${authorization}\r\n`);
    });
  }

  for (let start = 0; start < paths.length; start += connectsAtOnce) {
    const group = paths.slice(start, start + connectsAtOnce);
    await Promise.all(group.map((path, index) => open(path, (start + index) % measureEvery === 0)));
  }
  return {
    deliveries: () => deliveries,
    bytes: () => bytes,
    markSent: (uuid, revision) => void sentAt.set(`${uuid} ${revision}`, performance.now()),
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

function countUpdates(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(updateMark); at !== -1; at = chunk.indexOf(updateMark, at + updateMark.length)) {
    count += 1;
  }
  return count;
}
