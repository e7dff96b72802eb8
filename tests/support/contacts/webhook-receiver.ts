/** A receiver of webhooks: a real HTTP server that keeps what it gets. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestCertificate } from './certificates.ts';

interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** `certificate`: the server uses TLS. By default it responds with 204; replace `respond` for another response. */
export async function startWebhookReceiver(certificate?: TestCertificate) {
  const received: ReceivedWebhook[] = [];
  const receiver = {
    received,
    port: 0,
    respond: (response: ServerResponse): unknown => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    receiver.respond(response);
  }
  const server = certificate === undefined ? createServer() : createTlsServer(certificate);
  server.on('request', (request, response) => {
    void receive(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = portOf(server.address());
  return receiver;
}

export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  return address.port;
}
