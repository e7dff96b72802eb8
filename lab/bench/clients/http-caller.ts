/** Calls by HTTP on connections that stay open. */
import { Agent, request } from 'node:http';

export interface HttpCaller {
  /** Resolves with the answer's text; throws on any other status than 2xx. */
  post(path: string, body: string): Promise<string>;
  get(path: string): Promise<string>;
  close(): void;
}

export interface HttpCallerOptions {
  readonly port: number;
  readonly bearer?: string;
  readonly connections: number;
  readonly contentType?: string;
}

export function createHttpCaller(options: HttpCallerOptions): HttpCaller {
  const { port, bearer, connections, contentType = 'application/json' } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };

  function call(method: string, path: string, body?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: bodyHeaders(body) });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(text);
          else reject(new Error(`${method} ${path} was answered with ${statusCode}: ${text.slice(0, 300)}`));
        });
      });
      outgoing.end(body);
    });
  }

  function bodyHeaders(body: string | undefined): Record<string, string | number> {
    if (body === undefined) return headers;
    return { ...headers, 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
  }

  return {
    post: (path, body) => call('POST', path, body),
    get: (path) => call('GET', path),
    close: () => agent.destroy(),
  };
}
