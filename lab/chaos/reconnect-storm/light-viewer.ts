/**
 * A viewer that is small enough for thousands in one process. It connects as the web app does: it opens the event
 * stream, then fetches the list, keeps the newer revision, and reconnects after the delay that the server sent.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import * as z from 'zod/mini';

const States = z.array(z.object({ uuid: z.string(), revision: z.number() }));
const List = z.object({ items: States });
const listRetryDelayMs = 2_000;
/** Until the server has sent one. */
const defaultReconnectDelayMs = 5_000;

export type LightViewer = ReturnType<typeof openLightViewer>;

export function openLightViewer(url: string, wardUUID: string, token: string) {
  const get = createClient(url, token);
  /** Revisions by uuid of the stream. */
  const shown = new Map<string, number>();
  let isLive = false;
  let reconnectDelayMs = defaultReconnectDelayMs;

  function merge(states: z.infer<typeof States>): void {
    for (const { uuid, revision } of states) shown.set(uuid, Math.max(revision, shown.get(uuid) ?? -1));
  }

  function readLine(line: string): void {
    if (line.startsWith('retry:')) reconnectDelayMs = Number(line.slice(6));
    else if (line.startsWith('data:')) merge(States.parse(JSON.parse(line.slice(5))));
  }

  /** Returns or throws when the connection ends. */
  async function readEvents(): Promise<void> {
    const events = await get(`/api/streams/events?wardUUID=${wardUUID}`);
    void fetchList(events);
    let rest = '';
    for await (const text of events) {
      const lines = (rest + String(text)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(readLine);
    }
  }

  async function fetchList(events: IncomingMessage): Promise<void> {
    while (!events.destroyed) {
      try {
        const parts: string[] = [];
        for await (const text of await get(`/api/streams?locationUUID=${wardUUID}`)) parts.push(String(text));
        merge(List.parse(JSON.parse(parts.join(''))).items);
        isLive = !events.destroyed;
        return;
      } catch {
        await pause(listRetryDelayMs);
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await readEvents().catch(() => undefined);
      isLive = false;
      await pause(reconnectDelayMs);
    }
  }

  void run();
  return { isLive: () => isLive, shown };
}

/** Creating a TLS context for each of thousands of connections would take most of the processor time. */
const secureContext = createSecureContext();
/**
 * A browser has one HTTP/2 connection to a TLS front. These viewers use HTTP/1.1 and share the connections of their
 * lists, so the front has as many TLS handshakes.
 */
const tlsAgent = new TlsAgent({ keepAlive: true, secureContext });

/** Returns a function that requests a path. It rejects when the connection fails or the status is not 200. */
function createClient(url: string, token: string): (path: string) => Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const agent = new Agent({ keepAlive: true });
  return (path) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = url.startsWith('https:')
      ? tlsRequest(url + path, { agent: tlsAgent, headers })
      : request(url + path, { agent, headers });
    outgoing.once('response', (response) => {
      if (response.statusCode === 200) resolve(response.setEncoding('utf8'));
      else reject(new Error(`the answer has the status ${response.resume().statusCode}`));
    });
    outgoing.on('error', reject).end();
    return promise;
  };
}
