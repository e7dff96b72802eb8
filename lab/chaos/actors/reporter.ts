/** A gateway that reports at a steady rate, and retries each report until it gets a response. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { LineResult, ReportResponse } from '../../../src/contract/intake/reports.ts';
import { roomStatuses } from '../../../src/domain/room-status.ts';
import { openLineSender } from '../../../tests/support/line-sender.ts';
import { present } from '../../shared/present.ts';
import { waitFor } from '../wait-for.ts';

type Report = ReturnType<typeof createReport>;

/** The status codes that devices report. Code 12 is set by the watchdog only. */
const codes = roomStatuses.map(({ code }) => code).filter((code) => code !== 12);
const answerTimeoutMs = 5_000;
const retryDelayMs = 250;

/** @param url origin */
export function createReporter(url: string, key: string, streams: readonly string[], callsPerSecond: number) {
  /** Ids of reports to which the server responded with `accepted` or `duplicate`. */
  const acknowledged = new Set<string>();
  /** The responses to reports that were refused and must not be retried. */
  const refusals: string[] = [];
  const unanswered = new Set<number>();
  const sendLines = createLineSender(url, key);
  let [callCount, failedPostCount, newestAnswered] = [0, 0, 0];
  let timer: NodeJS.Timeout | undefined;

  async function send(call: number, reports: readonly Report[]): Promise<void> {
    unanswered.add(call);
    while (!(await isAnswered(call, reports))) {
      // A device on the NDJSON connection repeats what was not answered when the connection ends.
      if (call % 2 !== 0) failedPostCount += 1;
      await pause(retryDelayMs);
    }
    unanswered.delete(call);
    newestAnswered = Math.max(newestAnswered, call);
  }

  /** Sends a call and returns whether it got a response. Every other call uses the NDJSON connection. */
  async function isAnswered(call: number, reports: readonly Report[]): Promise<boolean> {
    const answers = await (call % 2 === 0 ? sendLines(reports) : post(url, key, reports)).catch(() => undefined);
    if (answers === undefined) return false;
    for (const [index, { outcome, field, reason }] of answers.entries()) {
      const id = reports[index]?.id;
      if (outcome === 'refused' || id === undefined) refusals.push(`${field}: ${reason}`);
      else acknowledged.add(id);
    }
    return true;
  }

  function resume(): void {
    timer ??= setInterval(() => {
      callCount += 1;
      // Every fourth call carries five reports.
      const size = callCount % 4 === 0 ? 5 : 1;
      const reports = Array.from({ length: size }, () => createReport(streams));
      void send(callCount, reports);
    }, 1000 / callsPerSecond);
  }

  resume();
  return {
    acknowledged,
    refusals,
    /** How often a call of its own got no answer, or an answer of 500 and more. */
    failedPosts: () => failedPostCount,
    /** Returns a function that tells whether a report that was created after this call has got its response. */
    watchForAnswer: () => {
      const firstNew = callCount + 1;
      return () => newestAnswered >= firstNew;
    },
    /** Creates no more reports, and resolves when all reports have a response. Throws after the timeout. */
    drain: async (timeoutMs: number) => {
      clearInterval(timer);
      timer = undefined;
      await waitFor(async () => unanswered.size === 0, timeoutMs);
      if (unanswered.size > 0) throw new Error(`${unanswered.size} calls are still unanswered`);
    },
    resume,
  };
}

/** Sends reports over one NDJSON connection. Rejects if a response is missing; the next call then connects again. */
function createLineSender(url: string, key: string) {
  let connection: ReturnType<typeof openLineSender> | undefined;
  return async (reports: readonly Report[]) => {
    const opening = (connection ??= openLineSender(url, key));
    const answersOf = async () => {
      const { send, next } = await opening;
      send(...reports);
      // Responses arrive in the order of the lines.
      const answers = await Promise.all(reports.map(() => next()));
      return answers.map((answer) => LineResult.parse(answer));
    };
    const answers = await Promise.race([answersOf(), pause(answerTimeoutMs)]).catch(() => undefined);
    if (answers === undefined && connection === opening) {
      connection = undefined;
      opening.then(({ outgoing }) => outgoing.destroy()).catch(() => undefined);
    }
    return answers;
  };
}

/** Returns a response for each report, or a single one if the call was refused. Undefined: the call must be retried. */
async function post(url: string, key: string, reports: readonly Report[]) {
  const response = await fetch(`${url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(reports.length === 1 ? reports[0] : reports),
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  const body: unknown = await response.json();
  const isDeferred = response.status === 503 || response.status === 429;
  if (isDeferred && !response.headers.has('retry-after')) return [refusalOf(response, 'Retry-After is missing')];
  if (response.status >= 500 || isDeferred) return undefined;
  const answer = z.safeParse(ReportResponse, body);
  if (answer.success) return answer.data.results;
  return [refusalOf(response, JSON.stringify(body))];
}

function refusalOf({ status }: Response, reason: string) {
  return { outcome: 'refused' as const, field: String(status), reason };
}

/** Creates random reports. Half of the devices have a clock and send the time. */
function createReport(streams: readonly string[]) {
  const at = Math.random() < 0.5 ? undefined : new Date().toISOString();
  return { id: randomUUID(), stream: randomElement(streams), status: randomElement(codes), at };
}

function randomElement<T>(list: readonly T[]): T {
  return present(list[Math.floor(Math.random() * list.length)]);
}
