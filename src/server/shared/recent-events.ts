/** Keeps the newest events of this process, for the system status. They are derived from the log lines. */
import { type ServerEvent, serverEvents } from '../../domain/status/server-event.ts';

interface RecentEvent {
  readonly event: ServerEvent;
  readonly about: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The number of equal events in a row, which share one entry. */
  readonly count: number;
}

const maxEvents = 50;
const maxAboutLength = 200;

/**
 * The members of a log line that make it an event. `about`: its subject, such as the address of a broker.
 * Administrators see it, so it must not contain a secret.
 */
export function toLogEvent(event: ServerEvent, about?: string): object {
  return { event, ...(about !== undefined && { about }) };
}

export interface RecentEvents {
  record(event: ServerEvent): void;
  /** Adds an entry if a log line is an event. Must be called with the details of each log line. */
  observe(details: unknown): void;
  /** Returns the newest event first. */
  list(): readonly RecentEvent[];
}

/** Creates the list of recent events. `now`: returns epoch milliseconds. */
export function createRecentEvents(now: () => number): RecentEvents {
  let newestFirst: readonly RecentEvent[] = [];

  function record(event: ServerEvent, about: string | null): void {
    const at = now();
    const repeated = newestFirst.find((one) => one.event === event && one.about === about);
    const isRepeated = repeated !== undefined && repeated === newestFirst[0];
    const entry = isRepeated ? { ...repeated, at, count: repeated.count + 1 } : { event, about, at, count: 1 };
    newestFirst = [entry, ...newestFirst.slice(isRepeated ? 1 : 0)].slice(0, maxEvents);
  }

  return {
    record: (event) => record(event, null),
    observe: (details) => {
      if (typeof details !== 'object' || details === null || !('event' in details)) return;
      const event = serverEvents.find((one) => one === details.event);
      const about = 'about' in details && typeof details.about === 'string' ? details.about : null;
      if (event !== undefined) record(event, about?.slice(0, maxAboutLength) ?? null);
    },
    list: () => newestFirst,
  };
}
