import { isKnownStatusCode } from '../../../domain/room-status.ts';
import type { Stream } from '../../../domain/stream.ts';

/**
 * Returns a function that logs every status code that is not in the table (STATUS-2). A code is logged once for as long
 * as a room has it.
 */
export function createUnknownStatusLog(): (streams: readonly Stream[]) => void {
  let logged = new Set<string>();
  return (streams) => {
    const present = new Set<string>();
    for (const { uuid, displayName, roomStatus, lastNotification } of streams) {
      for (const code of new Set([roomStatus, lastNotification])) {
        if (code === null || isKnownStatusCode(code)) continue;
        present.add(`${uuid} ${code}`);
        if (!logged.has(`${uuid} ${code}`)) console.warn(`Unknown room status code ${code} of ${displayName}`);
      }
    }
    logged = present;
  };
}
