import type { Room } from '../../../domain/room.ts';
import type { AlertChange } from './state-machine/stream-diff.ts';
import type { LiveBoard } from './state-machine/live-board.ts';

/** What the page shows of a board. */
export interface ShownBoard {
  readonly board: LiveBoard;
  /** The rooms that changed last, and the alerts and pauses that did, for screen readers. */
  readonly updates: readonly Room[];
  readonly alertChanges: readonly AlertChange[];
  readonly pauseChanges: readonly Room[];
}

/** Applies the changes since the last frame. Of several updates of one room or alert, the last is kept. */
export function applyChanges(shown: ShownBoard, changes: readonly Partial<ShownBoard>[]): ShownBoard {
  const board = changes.findLast((change) => change.board !== undefined)?.board ?? shown.board;
  const updates = new Map(changes.flatMap((change) => change.updates ?? []).map((room) => [room.uuid, room]));
  const alerts = changes.flatMap(({ alertChanges = [] }) => alertChanges);
  const pauses = new Map(changes.flatMap((change) => change.pauseChanges ?? []).map((room) => [room.uuid, room]));
  if (updates.size + alerts.length + pauses.size === 0) return { ...shown, board };
  const alertChanges = new Map(alerts.map((change) => [change.alert.uuid, change]));
  return {
    board,
    updates: [...updates.values()],
    alertChanges: [...alertChanges.values()],
    pauseChanges: [...pauses.values()],
  };
}
