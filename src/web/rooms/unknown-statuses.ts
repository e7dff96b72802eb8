import { isKnownStatusCode } from '../../domain/room-status.ts';
import type { Stream } from '../../domain/stream.ts';

/** A code that is not in the table is shown as unknown, and logged (STATUS-2). */
export function warnOfUnknownStatuses(streams: readonly Stream[]): void {
  for (const stream of streams) {
    for (const code of new Set([stream.roomStatus, stream.lastNotification])) {
      if (code !== null && !isKnownStatusCode(code)) {
        console.warn(`Unknown room status code ${code} of ${stream.displayName}`);
      }
    }
  }
}
