/** How a browser asks: by HTTP/2 of a TLS front, on one connection that outlives the servers behind it, else by HTTP/1.1. */
import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';

export interface Answer {
  readonly status: number;
  /** Text. Its iteration throws when the connection breaks. */
  readonly body: Readable;
}

export interface HttpConnection {
  /** Rejects when there is nobody who answers. */
  get(path: string): Promise<Answer>;
}

export interface HttpConnectionOptions {
  /** Origin. */
  readonly url: string;
  readonly token: string;
}

export function openHttpConnection(options: HttpConnectionOptions): HttpConnection {
  return options.url.startsWith('https:') ? openHttp2(options) : openHttp1(options);
}

/** What is the same for all: a process that makes it anew for each of thousands does little else. */
const secureContext = createSecureContext();

function openHttp2({ url, token }: HttpConnectionOptions): HttpConnection {
  let session: ClientHttp2Session | undefined;
  function present(): ClientHttp2Session {
    if (session === undefined || session.closed || session.destroyed) {
      session = connect(url, { secureContext });
      session.on('error', () => undefined);
    }
    return session;
  }
  return {
    get: (path) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const stream = present().request({ ':path': path, authorization: `Bearer ${token}` });
      stream.once('response', ({ ':status': status = 0 }) => resolve({ status, body: stream.setEncoding('utf8') }));
      stream.on('error', reject);
      stream.once('close', () => reject(new Error('no answer')));
      return promise;
    },
  };
}

function openHttp1({ url, token }: HttpConnectionOptions): HttpConnection {
  const agent = new Agent({ keepAlive: true });
  return {
    get: (path) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const asked = request(url + path, { agent, headers: { authorization: `Bearer ${token}` } });
      asked.once('response', (response) =>
        resolve({ status: response.statusCode ?? 0, body: response.setEncoding('utf8') }),
      );
      asked.once('error', reject).end();
      return promise;
    },
  };
}
