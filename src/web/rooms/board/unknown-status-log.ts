import { isKnownStatusCode } from '../../../domain/room-status.ts';
import type { Room } from '../../../domain/room.ts';

/** Returns a function that logs each unknown status code once for as long as a room has it (STATUS-2). */
export function createUnknownStatusLog(): (streams: readonly Room[]) => void {
  let logged = new Set<string>();
  return (streams) => {
    const present = new Set<string>();
    for (const { uuid, displayName, roomStatus, lastNotification } of streams) {
      for (const code of [roomStatus, lastNotification]) {
        if (code === null || isKnownStatusCode(code) || present.has(`${uuid} ${code}`)) continue;
        present.add(`${uuid} ${code}`);
        if (!logged.has(`${uuid} ${code}`)) console.warn(`Unknown room status code ${code} of ${displayName}`);
      }
    }
    logged = present;
  };
}
