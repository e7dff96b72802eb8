/** HTTP calls whose answer is not needed. */

export interface HttpCaller {
  /** Throws when the status is not 2xx. */
  post(path: string, body: string): Promise<void>;
  get(path: string): Promise<void>;
}

/** Each concurrent call uses a connection, which stays open for the next call. */
export function createHttpCaller({ port, bearer }: { readonly port: number; readonly bearer?: string }): HttpCaller {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };

  async function call(method: string, path: string, content: RequestInit): Promise<void> {
    const headers = { ...authorization, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...content });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
  }

  return { post: (path, body) => call('POST', path, { body }), get: (path) => call('GET', path, {}) };
}
