/** Residents who fall, and a nurse who answers the alerts. Each call is repeated until the server has answered it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { addressOf } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { waitFor } from '../wait-for.ts';
import type { Session } from './session.ts';

const [fall, inBed] = [1, 5];
const answerTimeoutMs = 5_000;
const retryDelayMs = 250;
/** The pause of a room between two falls. */
const restMs = 500;
/** A report that was answered has opened its alert. The list has it as soon as the server can be reached. */
const alertTimeoutMs = 20_000;

export type FallActors = ReturnType<typeof startFalls>;

interface FallOptions {
  /** Origin. */
  readonly url: string;
  readonly deviceKey: string;
  readonly ward: { readonly uuid: string; readonly rooms: readonly { readonly uuid: string }[] };
  readonly session: Session;
}

export function startFalls(options: FallOptions) {
  const { report, findAlert, act } = createCalls(options);
  const streams = options.ward.rooms.map(({ uuid }) => uuid);
  /** Alerts whose resolution the server has answered. */
  const resolved = new Set<string>();
  const missing: string[] = [];
  const is = { stopped: true };
  let [fallCount, runningCount] = [0, 0];

  /** A fall that other statuses overtake, sometimes twice before the nurse resolves the alert. */
  async function fallOnce(stream: string): Promise<void> {
    fallCount += 1;
    for (const status of Math.random() < 0.5 ? [fall, inBed] : [fall, inBed, fall, inBed]) await report(stream, status);
    const uuid = await findAlert(stream);
    if (uuid === undefined) return void missing.push(stream);
    if (Math.random() < 0.7) await act(uuid, 'acknowledge');
    if (Math.random() < 0.5) await act(uuid, 'attend');
    const { status } = await act(uuid, 'resolve', { resolution: 'helped' });
    if (status === 200) resolved.add(uuid);
  }

  async function run(stream: string): Promise<void> {
    runningCount += 1;
    while (!is.stopped) {
      await fallOnce(stream);
      await pause(restMs);
    }
    runningCount -= 1;
  }

  function resume(): void {
    is.stopped = false;
    for (const stream of streams) void run(stream);
  }

  resume();
  return {
    streams,
    resolved,
    /** The rooms in which no alert was found after a fall. */
    missing,
    /** Each of these falls needs exactly one alert. */
    fallCount: () => fallCount,
    /** Resolves when the nurse has resolved the alerts of all falls. Throws after the timeout. */
    drain: async (timeoutMs: number) => {
      is.stopped = true;
      await waitFor(async () => runningCount === 0, timeoutMs);
      if (runningCount > 0) throw new Error(`${runningCount} falls are still unanswered`);
    },
    resume,
  };
}

function createCalls({ url, deviceKey, ward, session }: FallOptions) {
  async function callUntilAnswered(path: string, method: string, bearer: () => Promise<string>, body?: object) {
    for (;;) {
      const token = await bearer();
      const answer = await answerOf(`${url}/api${path}`, method, token, body).catch(() => undefined);
      if (answer !== undefined && answer.status < 500 && answer.status !== 429 && answer.status !== 401) return answer;
      if (answer?.status === 401) await session.replaceToken(token).catch(() => undefined);
      await pause(retryDelayMs);
    }
  }

  return {
    report: (stream: string, status: number) =>
      callUntilAnswered('/reports', 'POST', async () => deviceKey, { id: randomUUID(), stream, status }),
    act: (uuid: string, action: string, body?: object) =>
      callUntilAnswered(`/alerts/${uuid}/${action}`, 'POST', session.accessToken, body),
    /** The open alert of a fall. Undefined after the timeout. */
    findAlert: async (stream: string): Promise<string | undefined> => {
      const address = addressOf(endpoints.listAlerts, { query: { locationUUID: ward.uuid } });
      let uuid: string | undefined;
      await waitFor(async () => {
        const { body } = await callUntilAnswered(address, 'GET', session.accessToken);
        const { items } = z.parse(endpoints.listAlerts.response, body);
        uuid = items.find((alert) => alert.streamUUID === stream && alert.status === fall)?.uuid;
        return uuid !== undefined;
      }, alertTimeoutMs);
      return uuid;
    },
  };
}

async function answerOf(url: string, method: string, token: string, sent: object | undefined) {
  const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) };
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const response = await fetch(url, { method, headers, signal, ...(sent && { body: JSON.stringify(sent) }) });
  const body: unknown = await response.json();
  return { status: response.status, body };
}
