/** Opens event streams of wards without a browser, so that one process can hold thousands of viewers. */
import { Agent, get } from 'node:http';

export interface Viewers {
  /** For each update and viewer, the milliseconds from the report to the viewer. The caller may clear the list. */
  readonly latencies: number[];
  /** Bytes that all viewers together have received. */
  bytes(): number;
  close(): void;
}

const connectsAtOnce = 50;

/** Opens one event stream for each address. Resolves when all are open. */
export async function openViewers(urls: readonly string[], bearer?: string): Promise<Viewers> {
  const agent = new Agent();
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const headers = { accept: 'text/event-stream', ...authorization };
  const latencies: number[] = [];
  let bytes = 0;

  function receive(text: string): void {
    const now = Date.now();
    bytes += text.length;
    for (const [, sent = ''] of text.matchAll(/"lastNotificationSent":"([^"]+)"/g)) {
      latencies.push(now - Date.parse(sent));
    }
  }

  function open(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`GET ${url} was answered with ${response.statusCode}`));
        response.setEncoding('latin1').on('data', receive).on('error', reject);
      }).on('error', reject);
    });
  }

  for (let start = 0; start < urls.length; start += connectsAtOnce) {
    await Promise.all(urls.slice(start, start + connectsAtOnce).map(open));
  }
  return { latencies, bytes: () => bytes, close: () => agent.destroy() };
}
