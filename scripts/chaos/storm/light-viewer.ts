/**
 * A viewer of which one process can hold thousands. It behaves as the browser does: first the stream, once that is
 * open the list, the newer revision wins, after an end it comes back when the server says.
 */
import { type Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';

export interface LightViewer {
  readonly wardUUID: string;
  isLive(): boolean;
  /** Revision by stream. */
  readonly board: ReadonlyMap<string, number>;
}

export interface LightViewerOptions {
  readonly url: string;
  readonly wardUUID: string;
  readonly token: string;
  /** Keeps the connections of the lists. */
  readonly agent: Agent;
}

const States = z.array(z.object({ uuid: z.string(), revision: z.number() }));
const List = z.object({ items: States });
const listAgainAfterMs = 2_000;

export function openLightViewer({ url, wardUUID, token, agent }: LightViewerOptions): LightViewer {
  const board = new Map<string, number>();
  let isLive = false;
  let retryMs = 5_000;
  /** As a browser does, it comes back with the TLS session that it had: without a second full handshake. */
  let tlsSession: Buffer | undefined;

  const get = (path: string, keep: boolean): ClientRequest => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const headers = { authorization: `Bearer ${token}` };
    const resumed = tlsSession === undefined ? {} : { session: tlsSession };
    return request(`${url}/api${path}`, { headers, ...(keep ? { agent } : { agent: false, ...resumed }) });
  };

  function take(states: z.infer<typeof States>): void {
    for (const { uuid, revision } of states) board.set(uuid, Math.max(revision, board.get(uuid) ?? -1));
  }

  function takeLine(line: string): void {
    if (line.startsWith('retry:')) retryMs = Number(line.slice(6));
    else if (line.startsWith('data:')) take(States.parse(JSON.parse(line.slice(5))));
  }

  async function follow(): Promise<void> {
    const request = get(`/streams/events?wardUUID=${wardUUID}`, false);
    request.once('socket', (socket) => socket.on('session', (session: Buffer) => (tlsSession = session)));
    const response = await answerTo(request);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error('no live connection');
    }
    void fetchList(response);
    let rest = '';
    for await (const text of response.setEncoding('utf8')) {
      const lines = (rest + String(text)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(takeLine);
    }
  }

  async function fetchList(stream: IncomingMessage): Promise<void> {
    while (!stream.destroyed) {
      try {
        const response = await answerTo(get(`/streams?locationUUID=${wardUUID}`, true));
        const parts: string[] = [];
        for await (const text of response.setEncoding('utf8')) parts.push(String(text));
        take(List.parse(JSON.parse(parts.join(''))).items);
        isLive = !stream.destroyed;
        return;
      } catch {
        await pause(listAgainAfterMs);
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await follow().catch(() => undefined);
      isLive = false;
      await pause(retryMs);
    }
  }

  void run();
  return { wardUUID, isLive: () => isLive, board };
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject).end();
  });
}
