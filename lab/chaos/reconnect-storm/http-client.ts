/** Requests as a browser makes them: HTTP/2 on one connection to a TLS front, otherwise HTTP/1.1. */
import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';

/** Requests a path. Rejects when the connection fails or the status is not 200. */
type Get = (path: string) => Promise<Readable>;

export function createHttpClient(url: string, token: string): Get {
  const headers = { authorization: `Bearer ${token}` };
  return url.startsWith('https:') ? createHttp2Client(url, headers) : createHttp1Client(url, headers);
}

/** Shared by all connections, because creating a TLS context for each would take most of the processor time. */
const secureContext = createSecureContext();

function createHttp2Client(url: string, headers: Readonly<Record<string, string>>): Get {
  let session: ClientHttp2Session | undefined;
  return (path) =>
    new Promise((resolve, reject) => {
      if (session === undefined || session.closed || session.destroyed) {
        session = connect(url, { secureContext }).on('error', reject);
      }
      const stream = session.request({ ':path': path, ...headers });
      stream.once('response', ({ ':status': status }) => {
        if (status === 200) resolve(stream.setEncoding('utf8'));
        else reject(new Error(`the response has the status ${status}`));
      });
      stream.on('error', reject).once('close', () => reject(new Error('the connection ended without a response')));
    });
}

function createHttp1Client(url: string, headers: Readonly<Record<string, string>>): Get {
  const agent = new Agent({ keepAlive: true });
  return (path) =>
    new Promise((resolve, reject) => {
      const outgoing = request(url + path, { agent, headers }, (response) => {
        if (response.statusCode === 200) resolve(response.setEncoding('utf8'));
        else reject(new Error(`the response has the status ${response.resume().statusCode}`));
      });
      outgoing.on('error', reject).end();
    });
}
