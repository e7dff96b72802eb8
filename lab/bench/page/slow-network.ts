/** A TCP proxy that delays and limits the bytes, as a mobile network does. It also slows down the service worker. */
import { connect, createServer, type Socket } from 'node:net';

export interface SlowNetwork {
  readonly port: number;
  /** Sets the network for new bytes. Without arguments it is as fast as the machine. */
  slowDown(limits?: NetworkLimits): void;
  close(): Promise<void>;
}

interface NetworkLimits {
  readonly roundTripMs: number;
  /** For all connections together. */
  readonly bytesPerSecond: number;
}

/** The network of the requirement: 150 ms, 1.6 Mbit/s. */
export const mobileNetwork: NetworkLimits = { roundTripMs: 150, bytesPerSecond: 200_000 };

/** A new connection costs one round trip more, for its handshake. */
export async function startSlowNetwork(targetPort: number): Promise<SlowNetwork> {
  const sockets = new Set<Socket>();
  let limits: NetworkLimits | undefined;
  let isFreeAt = 0;

  /** Calls `deliver` when bytes of this size have arrived at the other end. */
  function transfer(bytes: number, deliver: () => void): void {
    if (limits === undefined) return deliver();
    const now = performance.now();
    isFreeAt = Math.max(now, isFreeAt) + (bytes / limits.bytesPerSecond) * 1_000;
    setTimeout(deliver, isFreeAt - now + limits.roundTripMs / 2);
  }

  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => transfer(chunk.length, () => void (to.destroyed || to.write(chunk))));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        transfer(0, () => to.end());
      });
    }
    if (limits === undefined) return;
    client.pause();
    setTimeout(() => client.resume(), limits.roundTripMs);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    slowDown: (next) => {
      limits = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
