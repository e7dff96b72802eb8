/** Requests as a browser makes them: HTTP/2 on one connection to a TLS front, otherwise HTTP/1.1. */
import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';

interface Response {
  readonly status: number;
  /** Text. Its iteration throws when the connection breaks. */
  readonly body: Readable;
}

export interface HttpConnection {
  /** Rejects when the connection fails before the response. */
  get(path: string): Promise<Response>;
}

export interface HttpConnectionOptions {
  /** Origin. */
  readonly url: string;
  readonly token: string;
}

export function openHttpConnection(options: HttpConnectionOptions): HttpConnection {
  return options.url.startsWith('https:') ? openHttp2(options) : openHttp1(options);
}

/** Shared, because creating one for each of thousands of connections takes most of the processor time. */
const secureContext = createSecureContext();

function openHttp2({ url, token }: HttpConnectionOptions): HttpConnection {
  let session: ClientHttp2Session | undefined;
  function openSession(): ClientHttp2Session {
    if (session === undefined || session.closed || session.destroyed) {
      session = connect(url, { secureContext });
      session.on('error', () => undefined);
    }
    return session;
  }
  return {
    get: (path) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const stream = openSession().request({ ':path': path, authorization: `Bearer ${token}` });
      stream.once('response', ({ ':status': status = 0 }) => resolve({ status, body: stream.setEncoding('utf8') }));
      stream.on('error', reject);
      stream.once('close', () => reject(new Error('the connection ended without a response')));
      return promise;
    },
  };
}

function openHttp1({ url, token }: HttpConnectionOptions): HttpConnection {
  const agent = new Agent({ keepAlive: true });
  return {
    get: (path) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const outgoing = request(url + path, { agent, headers: { authorization: `Bearer ${token}` } });
      outgoing.once('response', (response) =>
        resolve({ status: response.statusCode ?? 0, body: response.setEncoding('utf8') }),
      );
      outgoing.once('error', reject).end();
      return promise;
    },
  };
}
