import type { Room } from '../../../domain/room.ts';
import type { WardState } from './state-machine/ward-state.ts';

/** What the page shows of a ward. */
export interface ShownWard {
  readonly ward: WardState;
  /** The rooms that changed last, for screen readers. */
  readonly updates: readonly Room[];
}

/** Applies the changes since the last frame. Of several updates of one room, the last is kept. */
export function applyChanges(shown: ShownWard, changes: readonly Partial<ShownWard>[]): ShownWard {
  const ward = changes.findLast((change) => change.ward !== undefined)?.ward ?? shown.ward;
  const updates = new Map(changes.flatMap((change) => change.updates ?? []).map((room) => [room.uuid, room]));
  return { ward, updates: updates.size === 0 ? shown.updates : [...updates.values()] };
}
