/** An event stream that a test controls, for events that the real server does not send. */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Page } from '@playwright/test';

export interface FakeEventStream {
  /** Resolves when the page has connected. */
  readonly connected: Promise<unknown>;
  /** Sends a `roomStatus` event. */
  send(updates: readonly Record<string, unknown>[]): void;
  close(): void;
}

/** Redirects the live connection of the page to a server of the test, which keeps it open. */
export async function startFakeEventStream(page: Page): Promise<FakeEventStream> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    // The page has another origin, so the browser sends a preflight request.
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
