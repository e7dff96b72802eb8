/** Compares the times in reports with the clock of this server. The times stay in memory, because a few minutes suffice. */
import type { IncomingItem, IngestOutcome } from '../../../domain/ingest/incoming.ts';
import {
  clockErrorOf,
  isClockErrorRecent,
  type SteadyClockError,
  addReceivedTime,
} from '../../../domain/status/clock-error.ts';
import { toLogEvent } from '../../shared/recent-events.ts';

export type DeviceClocks = ReturnType<typeof createDeviceClocks>;

interface DeviceClockOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

export function createDeviceClocks({ now, log }: DeviceClockOptions) {
  const rooms = new Map<string, SteadyClockError>();
  let isSuspected = false;

  /**
   * Returns by how much the server's clock is ahead of that of most rooms, in milliseconds (negative: behind), or null
   * if the clock is not suspected. Logs once when it becomes suspected.
   */
  function errorMs(): number | null {
    for (const [uuid, room] of rooms) if (!isClockErrorRecent(room, now())) rooms.delete(uuid);
    const error = clockErrorOf([...rooms.values()], now());
    const wasSuspected = isSuspected;
    isSuspected = error !== null;
    if (error !== null && !wasSuspected) log.warn(toLogEvent('clock-suspected'), warningOf(error));
    return error;
  }

  return {
    /** Call it with the items of one call, and the outcome of each item. */
    observe: (items: readonly IncomingItem[], outcomes: readonly IngestOutcome[], receivedAt: number): void => {
      for (const [index, item] of items.entries()) {
        const at = outcomes[index]?.outcome === 'accepted' ? timeOf(item) : null;
        if (at !== null) rooms.set(item.streamUUID, addReceivedTime(rooms.get(item.streamUUID), at, receivedAt));
      }
    },
    errorMs,
    /** Returns the warnings of /health. */
    warnings: (): readonly string[] => {
      const error = errorMs();
      return error === null ? [] : [warningOf(error)];
    },
  };
}

function warningOf(errorMs: number): string {
  const minutes = Math.round(Math.abs(errorMs) / 60_000);
  const difference = `${minutes} minutes ${errorMs > 0 ? 'earlier' : 'later'}`;
  return `Most rooms report times that are ${difference} than the clock of this server: check it, then the clocks of the gateways`;
}

/** Returns the device's own time of an event. Null for a retained message, which may be old, and for an item without a time. */
function timeOf(item: IncomingItem): number | null {
  if (item.kind !== 'report' && item.kind !== 'observation') return null;
  return item.isRetained === true ? null : item.at;
}
