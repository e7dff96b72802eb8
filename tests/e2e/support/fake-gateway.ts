/** A gateway in front of the app. It simulates a server that is down or misbehaves. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export type FakeGateway = Awaited<ReturnType<typeof startFakeGateway>>;

/** Sends a response in place of the app, or returns false to forward the request to the app. */
type Answer = (url: URL, reply: ServerResponse) => boolean;

/** Starts the gateway. `port` returns the port of the app, and is called for each request. */
export async function startFakeGateway(port: () => number) {
  let isRefusing = false;
  let answerInstead: Answer = () => false;
  let rewriteJson: ((url: URL, body: unknown) => unknown) | undefined;

  function answer(asked: IncomingMessage, reply: ServerResponse): void {
    const { url = '/', method = 'GET', headers } = asked;
    if (isRefusing) {
      reply.writeHead(502, { 'content-type': 'text/html' }).end('<title>Bad gateway</title>');
      return;
    }
    const target = new URL(url, 'http://gateway');
    if (answerInstead(target, reply)) return;
    const ahead = request({ port: port(), host: '127.0.0.1', method, path: url, headers, agent: false });
    if (rewriteJson !== undefined)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) ahead.removeHeader(name);
    ahead.once('response', (response) => {
      if (rewriteJson !== undefined)
        sendRewritten(response, reply, (body) => rewriteJson?.(target, body)).catch(() => reply.destroy());
      else send(response, reply);
    });
    ahead.on('error', () => reply.destroy());
    reply.once('close', () => ahead.destroy());
    asked.pipe(ahead);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway has no port');
  const setRefusing = (next: boolean) => {
    isRefusing = next;
    server.closeAllConnections();
  };
  return {
    url: `http://localhost:${address.port}`,
    /** Forwards all requests to the app. */
    pass: () => setRefusing(false),
    /** Responds to all requests with status 502. */
    refuse: () => setRefusing(true),
    /** Lets `custom` respond to requests in place of the app, and ends the open connections. */
    answer: (custom: Answer) => {
      answerInstead = custom;
      server.closeAllConnections();
    },
    /** Replaces JSON bodies and live events of the API by the result of `change`. Undefined: the event is not sent. */
    rewrite: (change: (url: URL, body: unknown) => unknown) => {
      rewriteJson = change;
      server.closeAllConnections();
    },
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

/** Changes the body of a JSON response, and the data of each event of an event stream. */
async function sendRewritten(
  response: IncomingMessage,
  reply: ServerResponse,
  change: (body: unknown) => unknown,
): Promise<void> {
  const { 'content-length': _length, ...headers } = response.headers;
  const type = headers['content-type'] ?? '';
  const changed = (json: string): string => JSON.stringify(change(JSON.parse(json)));
  // An event that becomes undefined is sent without a data line, so that the browser ignores it.
  const dataLine = (body: unknown): string => (body === undefined ? '' : `data: ${JSON.stringify(body)}`);
  if (type.startsWith('text/event-stream')) {
    reply.writeHead(200, headers).flushHeaders();
    for await (const chunk of response.setEncoding('utf8')) {
      reply.write(String(chunk).replace(/^data: (.*)$/gm, (_, data: string) => dataLine(change(JSON.parse(data)))));
    }
    reply.end();
    return;
  }
  if (!type.startsWith('application/json')) return send(response, reply);
  reply.writeHead(response.statusCode ?? 500, headers).end(changed(await text(response)));
}
