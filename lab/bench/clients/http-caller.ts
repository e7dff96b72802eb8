/** HTTP calls on a fixed number of connections that stay open. */
import { Agent, request } from 'node:http';

export interface HttpCaller {
  /** Throws when the status is not 2xx. */
  post(path: string, body: string): Promise<void>;
  get(path: string): Promise<void>;
  close(): void;
}

interface HttpCallerOptions {
  readonly port: number;
  readonly bearer?: string;
  readonly connections: number;
}

export function createHttpCaller({ port, bearer, connections }: HttpCallerOptions): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };

  function call(method: string, path: string, body?: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const content =
        body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      const headers = { ...authorization, ...content };
      const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve();
          else reject(new Error(`${method} ${path} was answered with ${statusCode}: ${text.slice(0, 300)}`));
        });
      });
      outgoing.end(body);
    });
  }

  return {
    post: (path, body) => call('POST', path, body),
    get: (path) => call('GET', path),
    close: () => agent.destroy(),
  };
}
