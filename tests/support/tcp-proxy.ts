/** A network path that a test can cut, silence and mend: plain TCP between the browser and the app. */
import { createServer, connect, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Bytes stop flowing from the server, and nothing is closed: a path that silently died. */
  silence(): void;
  /** Every connection is reset, and new ones are refused. */
  cut(): void;
  /** Bytes flow again, new connections are let through. */
  mend(): void;
  close(): Promise<void>;
}

/** Listens on a free port of localhost; `target` is asked for at each connection. */
export async function startTcpProxy(target: () => number): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let mode: 'open' | 'silent' | 'cut' = 'open';

  const server = createServer((near) => {
    if (mode === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target(), 'localhost');
    const pair = { near, far };
    pairs.add(pair);
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => near.write(chunk));
    if (mode === 'silent') far.pause();
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    port: address.port,
    silence: () => {
      mode = 'silent';
      for (const { far } of pairs) far.pause();
    },
    cut: () => {
      mode = 'cut';
      for (const { near } of pairs) near.resetAndDestroy();
    },
    mend: () => {
      mode = 'open';
      for (const { far } of pairs) far.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { near } of pairs) near.destroy();
      }),
  };
}
