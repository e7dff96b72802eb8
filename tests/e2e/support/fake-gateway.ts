/** A gateway in front of the app. It can simulate servers that are down and servers of two different versions. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export type FakeGateway = Awaited<ReturnType<typeof startFakeGateway>>;

/** Starts the gateway. `port`: returns the port of the app; called for each request. */
export async function startFakeGateway(port: () => number) {
  let mode: 'pass' | 'refuse' | 'mix' = 'pass';
  const refused: string[] = [];

  function answer(asked: IncomingMessage, reply: ServerResponse): void {
    const { url = '/', method = 'GET', headers } = asked;
    if (mode === 'refuse') {
      refused.push(`${method} ${url}`);
      reply.writeHead(502, { 'content-type': 'text/html' }).end('<title>Bad gateway</title>');
      return;
    }
    const isMixed = mode === 'mix';
    const ahead = request({ port: port(), host: '127.0.0.1', method, path: url, headers });
    if (isMixed) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) ahead.removeHeader(name);
    ahead.once('response', (response) => void (isMixed ? sendNext(url, response, reply) : send(response, reply)));
    ahead.on('error', () => reply.destroy());
    reply.once('close', () => ahead.destroy());
    asked.pipe(ahead);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway has no port');
  const change = (next: typeof mode) => {
    mode = next;
    server.closeAllConnections();
  };
  return {
    url: `http://localhost:${address.port}`,
    /** Forwards all requests. */
    pass: () => change('pass'),
    /** Answers all requests with status 502. */
    refuse: () => change('refuse'),
    /**
     * Simulates a rolling update: page and service worker are of the next version, all other files of the old version.
     */
    mixVersions: () => change('mix'),
    /** The method and path of each request that was answered with status 502. */
    refused,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(response.statusCode ?? 500, response.headers).flushHeaders();
  response.pipe(reply);
}

/** Sends a response as the next version would. Its script has another name, which no server can deliver yet. */
async function sendNext(url: string, response: IncomingMessage, reply: ServerResponse): Promise<void> {
  const isNamingFiles = url === '/' || url.startsWith('/client') || url.startsWith('/service-worker.js');
  if (!isNamingFiles) return send(response, reply);
  const next = (await text(response)).replaceAll(/index-[\w-]+\.js/g, 'index-of-the-next-version.js');
  const { 'content-length': _length, etag: _etag, ...headers } = response.headers;
  reply.writeHead(response.statusCode ?? 500, headers).end(next);
}
