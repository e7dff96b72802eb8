/** The events of the audit log about an import. */
import type { HomeEvent } from '../../manage/home-events.ts';
import type { Home } from '../home.ts';
import type { HomeChange } from './compare-homes.ts';
import { createClientLookup } from './place-of-node.ts';

export interface ChangedHome {
  readonly changes: readonly HomeChange[];
  readonly before: Home;
  readonly after: Home;
}

export function eventsOfChanges({ changes, before, after }: ChangedHome): readonly HomeEvent[] {
  const [clientBefore, clientAfter] = [createClientLookup(before), createClientLookup(after)];
  return changes.map((change) => {
    const { effect, node, path } = change;
    const found = [clientBefore(node), clientAfter(node)].filter((client) => client !== undefined);
    const clients = new Map(found.map(({ uuid, displayName }) => [uuid, { uuid, name: displayName }]));
    return { effect, node, place: placeOf(path), clients: [...clients.values()], ...valuesOf(change) };
  });
}

function placeOf(path: readonly string[]): string {
  return path.slice(0, -1).join(' > ');
}

/**
 * Returns the values for the event: all of a node that was added or removed, otherwise the changed ones and the place.
 */
function valuesOf({ effect, node, path, fields }: HomeChange): Pick<HomeEvent, 'before' | 'after'> {
  const place = placeOf(path);
  if (effect === 'added' || effect === 'removed') {
    const { level: _level, uuid: _uuid, parentUUID: _parentUUID, ...values } = node;
    return { [effect === 'added' ? 'after' : 'before']: { ...values, place } };
  }
  return {
    before: Object.fromEntries(fields.map(({ name, from }) => [name, from])),
    after: { ...Object.fromEntries(fields.map(({ name, to }) => [name, to])), place },
  };
}
