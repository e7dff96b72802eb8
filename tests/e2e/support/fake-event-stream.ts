/** A live connection in the hands of the test: says what the real server never would. */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Page } from '@playwright/test';

export interface FakeEventStream {
  /** Resolves when the page is connected. */
  readonly connected: Promise<unknown>;
  /** Sends a `roomStatus` event. */
  send(updates: readonly Record<string, unknown>[]): void;
  close(): void;
}

/** From now on the page's live connection leads here, and stays open. */
export async function startFakeEventStream(page: Page): Promise<FakeEventStream> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    // The browser asks beforehand, since this is not where the page comes from.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') return response.end();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 600000\n\n');
    open.add(response);
    return server.emit('connected');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const url = `http://localhost:${address.port}/`;
  await page.route('**/api/streams/events?*', (route) => route.continue({ url }));
  return {
    connected: once(server, 'connected'),
    send: (updates) => {
      for (const response of open) response.write(`event: roomStatus\ndata: ${JSON.stringify(updates)}\n\n`);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
