/** The uuid of the board in this tab. It stays the same when the page is reloaded. */
import { ApiError } from '../../api/api-error.ts';

const storageKey = 'room-status:board-uuid';

/**
 * Sends a report with the uuid of the board. If the uuid belongs to the board of the previous user of this tab, the
 * server responds with 404, and the report is sent again with a new uuid.
 */
export async function sendWithBoardUuid<Answer>(send: (uuid: string) => Promise<Answer>): Promise<Answer> {
  const stored = sessionStorage.getItem(storageKey);
  try {
    return await send(stored ?? newBoardUuid());
  } catch (error) {
    const isOfOther = stored !== null && error instanceof ApiError && error.status === 404;
    if (!isOfOther) throw error;
    return send(newBoardUuid());
  }
}

function newBoardUuid(): string {
  const uuid = crypto.randomUUID();
  sessionStorage.setItem(storageKey, uuid);
  return uuid;
}
