/** A TCP proxy for tests. It can pause, reset and restore its connections. */
import { createServer, connect, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Stops forwarding bytes from the server without closing a connection. */
  silence(): void;
  /** Resets all connections and refuses new ones. */
  cut(): void;
  /** Forwards bytes and accepts connections again. */
  mend(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of localhost. `target`: returns the server's port; called for each connection. */
export async function startTcpProxy(target: () => number): Promise<TcpProxy> {
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  let mode: 'open' | 'silent' | 'cut' = 'open';

  function forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => void (to.destroyed || to.write(chunk)));
  }

  const server = createServer((client) => {
    if (mode === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(target(), 'localhost');
    const pair = { client, upstream };
    pairs.add(pair);
    forward(client, upstream);
    forward(upstream, client);
    if (mode === 'silent') upstream.pause();
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    port: address.port,
    silence: () => {
      mode = 'silent';
      for (const { upstream } of pairs) upstream.pause();
    },
    cut: () => {
      mode = 'cut';
      for (const { client } of pairs) client.resetAndDestroy();
    },
    mend: () => {
      mode = 'open';
      for (const { upstream } of pairs) upstream.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { client } of pairs) client.destroy();
      }),
  };
}
