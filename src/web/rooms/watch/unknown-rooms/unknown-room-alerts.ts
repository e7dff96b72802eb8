/**
 * The falls that devices report for rooms that nobody knows, in the locations of this board. The board asks for them every
 * few seconds, shows them, and sounds until somebody has answered them.
 */
import type * as z from 'zod/mini';
import type { unknownRoomAlertEndpoints } from '../../../../contract/unknown-room-alerts.ts';
import { ApiError } from '../../../api/api-error.ts';
import type { RaisedAlerts } from '../../sound/alarm/raised-alerts.ts';

type Answer = z.output<(typeof unknownRoomAlertEndpoints.listUnknownRoomAlerts)['response']>;
export type UnknownRoomAlert = Answer['items'][number];

const intervalMs = 5_000;

let current: readonly UnknownRoomAlert[] = [];
const listeners = new Set<() => void>();

export function unknownRoomAlerts(): readonly UnknownRoomAlert[] {
  return current;
}

export function subscribeUnknownRoomAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those that nobody has answered. */
export function raisedUnknownRoomAlerts(): RaisedAlerts {
  return current
    .filter(({ answer }) => answer === null)
    .map(({ uuid, since }) => ({ key: `${uuid} ${since}`, priority: 'high' }));
}

/** The array stays the same while the alerts do not change. */
function update(alerts: readonly UnknownRoomAlert[]): void {
  if (JSON.stringify(alerts) === JSON.stringify(current)) return;
  current = alerts;
  for (const listener of listeners) listener();
}

/** Takes the answer of the server to an acknowledgement, so that the board is silent at once. */
export function reportAnswered(alert: UnknownRoomAlert): void {
  update(current.map((one) => (one.uuid === alert.uuid ? alert : one)));
}

/** Asks at once and every 5 s, until the returned function is called. After a failure the last answer counts. */
export function followUnknownRoomAlerts(fetchAlerts: (signal: AbortSignal) => Promise<Answer>): () => void {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    const before = current;
    try {
      const { items } = await fetchAlerts(stopping.signal);
      // An answer of this board is newer than a list that was on its way.
      if (!stopping.signal.aborted && current === before) update(items);
    } catch (error) {
      // A server that implements only the specification does not know the call.
      if (error instanceof ApiError && error.status === 404) return;
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => void ask(), intervalMs);
  }

  void ask();
  return () => {
    stopping.abort();
    clearTimeout(timer);
    update([]);
  };
}
