/**
 * A viewer of which one process can hold thousands. It behaves as the browser does: first the stream, once that is
 * open the list, the newer revision wins, after an end it comes back when the server says.
 */
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
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
  /** Keeps the connections of the lists of all viewers. */
  readonly agent: HttpAgent;
}

/** What is the same for all: a process that makes it anew for each of thousands does little else. */
const sharedTls = { secureContext: createSecureContext() };

const States = z.array(z.object({ uuid: z.string(), revision: z.number() }));
const List = z.object({ items: States });
const listAgainAfterMs = 2_000;

export function openLightViewer({ url, wardUUID, token, agent }: LightViewerOptions): LightViewer {
  const board = new Map<string, number>();
  let isLive = false;
  let retryMs = 5_000;
  const isSecure = url.startsWith('https:');
  // As a browser does: the connection of a refusal is used again, and its TLS session after an end.
  const own = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1, ...sharedTls });

  const get = (path: string, by: HttpAgent): ClientRequest =>
    (isSecure ? httpsRequest : httpRequest)(`${url}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      agent: by,
    });

  function take(states: z.infer<typeof States>): void {
    for (const { uuid, revision } of states) board.set(uuid, Math.max(revision, board.get(uuid) ?? -1));
  }

  function takeLine(line: string): void {
    if (line.startsWith('retry:')) retryMs = Number(line.slice(6));
    else if (line.startsWith('data:')) take(States.parse(JSON.parse(line.slice(5))));
  }

  async function follow(): Promise<void> {
    const response = await answerTo(get(`/streams/events?wardUUID=${wardUUID}`, own));
    if (response.statusCode !== 200) {
      response.resume();
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
        const response = await answerTo(get(`/streams?locationUUID=${wardUUID}`, agent));
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
