import type { Room } from '../../../domain/room.ts';
import type { AlertChange } from './state-machine/stream-diff.ts';
import type { WardState } from './state-machine/ward-state.ts';

/** What the page shows of a ward. */
export interface ShownWard {
  readonly ward: WardState;
  /** The rooms that changed last, and the alerts that did, for screen readers. */
  readonly updates: readonly Room[];
  readonly alertChanges: readonly AlertChange[];
}

/** Applies the changes since the last frame. Of several updates of one room or alert, the last is kept. */
export function applyChanges(shown: ShownWard, changes: readonly Partial<ShownWard>[]): ShownWard {
  const ward = changes.findLast((change) => change.ward !== undefined)?.ward ?? shown.ward;
  const updates = new Map(changes.flatMap((change) => change.updates ?? []).map((room) => [room.uuid, room]));
  const alerts = changes.flatMap(({ alertChanges = [] }) => alertChanges);
  if (updates.size + alerts.length === 0) return { ...shown, ward };
  const alertChanges = new Map(alerts.map((change) => [change.alert.uuid, change]));
  return { ward, updates: [...updates.values()], alertChanges: [...alertChanges.values()] };
}
