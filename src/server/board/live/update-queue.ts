/** Collects the changes of wards and delivers them to the viewers. */
import { alertEventName, roomStatusEventName } from '../../../contract/board/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { encodeEvent, encodeFrame, type Viewer } from './live-connection.ts';
import type { WardChange } from './ward-cache.ts';

/** After this time of delivery the process handles other work before it delivers more. */
const maxDeliveryMs = 3;

type Viewers = ReadonlySet<Viewer>;

/**
 * Coalesces the changes of each ward and delivers them as one list. An idle server delivers at once. Under load, a change
 * of a queued ward joins its list, so the lists become longer instead of later.
 */
export class UpdateQueue {
  /** The viewers of a ward -> stream uuid -> newest change. Wards are in the order of their first queued change. */
  readonly #queue = new Map<Viewers, Map<string, WardChange>>();
  #isScheduled = false;

  /** Queues changes of a ward for its viewers. Each change must be newer than the queued one of the same stream. */
  add(viewers: Viewers, changes: readonly WardChange[]): void {
    if (changes.length === 0 || viewers.size === 0) return;
    const queued = this.#queue.get(viewers) ?? new Map<string, WardChange>();
    this.#queue.set(viewers, queued);
    for (const change of changes) {
      const { uuid } = change.update;
      queued.set(uuid, coalesce(queued.get(uuid), change));
    }
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Waits for all that is published in the same turn of the event loop, but not for the next requests to be read.
    process.nextTick(() => this.#deliver());
  }

  #deliver(): void {
    const until = performance.now() + maxDeliveryMs;
    for (const [viewers, changes] of this.#queue) {
      this.#queue.delete(viewers);
      const frame = encodeFrame(eventsOf([...changes.values()]));
      for (const viewer of viewers) viewer.send(frame);
      if (performance.now() > until) break;
    }
    this.#isScheduled = this.#queue.size > 0;
    if (this.#isScheduled) setImmediate(() => this.#deliver());
  }
}

/** Replaces a queued update with a newer one. It is quiet only if both are, so that a notification still sounds. */
function coalesce(queued: WardChange | undefined, newer: WardChange): WardChange {
  if (queued === undefined) return newer;
  const { quiet: _quiet, ...loud } = newer.update;
  return {
    update: queued.update.quiet === true ? newer.update : loud,
    hasNewState: queued.hasNewState || newer.hasNewState,
    hasNewAlerts: queued.hasNewAlerts || newer.hasNewAlerts,
  };
}

/** The changes as a `roomStatus` event and an `alert` event, each only if it has rooms. */
function eventsOf(changes: readonly WardChange[]): string {
  const states = changes.filter(({ hasNewState }) => hasNewState).map(({ update }) => stateOf(update));
  const alerts = changes.filter(({ hasNewAlerts }) => hasNewAlerts).map(({ update }) => alertsOf(update));
  return eventOf(roomStatusEventName, states) + eventOf(alertEventName, alerts);
}

function stateOf({ alertRevision: _revision, alerts: _alerts, pause: _pause, ...state }: StreamUpdate) {
  return state;
}

function alertsOf({ uuid: streamUUID, alertRevision, alerts = [], pause }: StreamUpdate) {
  return { streamUUID, alertRevision, alerts, pause };
}

function eventOf(name: string, rooms: readonly object[]): string {
  return rooms.length === 0 ? '' : encodeEvent(name, rooms);
}
