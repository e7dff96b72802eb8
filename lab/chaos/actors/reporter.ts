/** Equipment that reports at a steady rate, and sends each report again until it is answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ReportAnswer } from '../../../src/contract/reports.ts';
import { roomStatuses } from '../../../src/domain/room-status.ts';
import { createNdjsonConnection } from './ndjson-connection.ts';

export interface ReporterOptions {
  /** Origin. */
  readonly url: string;
  readonly key: string;
  readonly streams: readonly string[];
  /** Calls a second; every fourth carries five reports. */
  readonly callsPerSecond: number;
}

export interface Reporter {
  /** Ids of reports that were answered as accepted or known. */
  readonly acknowledged: ReadonlySet<string>;
  /** Reports that were refused for good, with the answer. */
  readonly refused: readonly string[];
  /** How often there was no answer that counts, and the report was sent again. */
  repeats(): number;
  /** `has`: whether a report that was made after this call is answered. */
  nextAnswer(): { has(): boolean };
  /** Nothing new is sent; resolves when all is answered, or rejects after so many milliseconds. */
  drain(withinMs: number): Promise<void>;
  resume(): void;
}

interface Item {
  readonly id: string;
  readonly stream: string;
  readonly status: number;
  readonly at?: string;
}

const codes = roomStatuses.map(({ code }) => code).filter((code) => code !== 12);
const answerWithinMs = 5_000;
const againAfterMs = 250;
/** More than that no equipment keeps for later: it makes no new ones then. */
const mostWaiting = 400;

export function createReporter({ url, key, streams, callsPerSecond }: ReporterOptions): Reporter {
  const acknowledged = new Set<string>();
  const refused: string[] = [];
  const waiting = new Set<number>();
  const lines = createNdjsonConnection(url, key, answerWithinMs);
  let newestAnswered = 0;
  let repeats = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  async function send(call: number, items: readonly Item[]): Promise<void> {
    waiting.add(call);
    while (!(await attempt(call, items))) {
      repeats += 1;
      await pause(againAfterMs);
    }
    waiting.delete(call);
    newestAnswered = Math.max(newestAnswered, call);
  }

  /** Whether it needs no further attempt. Every other call goes over the connection that stays open. */
  async function attempt(call: number, items: readonly Item[]): Promise<boolean> {
    const answers = await (call % 2 === 0 ? lines.send(items) : post(items)).catch(() => undefined);
    if (answers === undefined) return false;
    for (const [index, { outcome, field, reason }] of answers.entries()) {
      const id = items[index]?.id;
      if (outcome === 'refused' || id === undefined) refused.push(`${field}: ${reason}`);
      else acknowledged.add(id);
    }
    return true;
  }

  async function post(items: readonly Item[]) {
    const response = await fetch(`${url}/api/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(items.length === 1 ? items[0] : items),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const body: unknown = await response.json();
    const isFinal = response.status < 500 && response.status !== 429;
    if (!isFinal) return undefined;
    const answer = z.safeParse(ReportAnswer, body);
    if (answer.success) return answer.data.results;
    refused.push(`${response.status} ${JSON.stringify(body)}`);
    return [];
  }

  function tick(): void {
    if (waiting.size >= mostWaiting) return;
    count += 1;
    void send(
      count,
      Array.from({ length: count % 4 === 0 ? 5 : 1 }, () => makeReport(streams)),
    );
  }

  function resume(): void {
    timer ??= setInterval(tick, 1000 / callsPerSecond);
  }

  resume();
  return {
    acknowledged,
    refused,
    repeats: () => repeats,
    nextAnswer: () => {
      const firstNew = count + 1;
      return { has: () => newestAnswered >= firstNew };
    },
    drain: async (withinMs) => {
      clearInterval(timer);
      timer = undefined;
      const deadline = performance.now() + withinMs;
      while (waiting.size > 0) {
        if (performance.now() > deadline) throw new Error(`${waiting.size} calls are still without an answer`);
        await pause(20);
      }
    },
    resume,
  };
}

/** Half of the devices have a clock. */
function makeReport(streams: readonly string[]): Item {
  const report = { id: randomUUID(), stream: oneOf(streams), status: oneOf(codes) };
  return Math.random() < 0.5 ? report : { ...report, at: new Date().toISOString() };
}

function oneOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}
