/** Creates live updates as the server writes them. */
import { roomStatusEvent } from '../../../src/contract/live-events.ts';

const statuses = [3, 5, 6, 4, 15];
/** Higher than the revisions of the home. */
let revision = 1_000_000;

/** One event with an update for each room. `sent`: the time of these notifications, which differs for each call. */
export function updatesOf(uuids: readonly string[]): { readonly text: string; readonly sent: string } {
  revision += 1;
  const status = statuses[revision % statuses.length];
  const sent = new Date(Date.now() - 3_600_000 + (revision % 1_000)).toISOString();
  const updates = uuids.map((uuid) => ({
    uuid,
    roomStatus: status,
    lastNotification: status,
    lastNotificationSent: sent,
    revision,
  }));
  return { text: `event: ${roomStatusEvent}\ndata: ${JSON.stringify(updates)}\n\n`, sent };
}
