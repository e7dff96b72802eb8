/** Writes the audit events of changes of places and rooms. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type AuditEntry, type AuditSource, toAuditRow } from '../../audit/record-audit.ts';
import { splitIntoBatches } from '../../database/batches.ts';
import type { Schema } from '../../database/schema.ts';
import type { HomeNode, HomeLevel } from '../home-file/home.ts';

type Effect = 'added' | 'changed' | 'removed' | 'retired';

interface NamedClient {
  readonly uuid: string;
  readonly name: string;
}

/** The change of one place or room. */
export interface HomeEvent extends Pick<AuditEntry, 'before' | 'after'> {
  readonly effect: Effect;
  readonly node: Pick<HomeNode, 'level' | 'uuid' | 'displayName'>;
  /** The places above the node, such as `Anker Care > Harbour House`. */
  readonly place: string;
  /** The clients whose administrators see the event. A node that moves to another client has both. */
  readonly clients: readonly NamedClient[];
}

interface InWard {
  readonly clientUUID: string;
  readonly clientName: string;
  readonly locationName: string;
  readonly wardName: string;
}

/** Returns the path of a ward, such as `Anker Care > Harbour House > Ward X`. */
export function wardPathOf({ clientName, locationName, wardName }: InWard): string {
  return [clientName, locationName, wardName].join(' > ');
}

/** Returns the client of a room and, if the room has moved to another client, the client before. */
export function clientsOfRooms(...rooms: readonly Pick<InWard, 'clientUUID' | 'clientName'>[]): HomeEvent['clients'] {
  const names = new Map(rooms.map(({ clientUUID, clientName }) => [clientUUID, clientName]));
  return [...names].map(([uuid, name]) => ({ uuid, name }));
}

type Values = Readonly<Record<string, string | null>>;

/** Returns the values that have changed, before and after the change, for an event. */
export function compareValues(old: Values, now: Values, place: string): Pick<HomeEvent, 'before' | 'after' | 'place'> {
  const changed = Object.keys(old).filter((name) => old[name] !== now[name]);
  const of = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { before: of(old), after: { ...of(now), place }, place };
}

/** The action of a change of several places or rooms. */
export type HomeAction = 'home.import' | 'home.change';

export interface HomeEventSource extends AuditSource {
  readonly action?: HomeAction | undefined;
}

/**
 * Records the changes. An import, and each change of several nodes, is one event per client whose parts are the single
 * changes. So the log stays readable, and a search for any of the names finds the event.
 */
export async function recordHomeEvents(
  write: Kysely<Schema>,
  events: readonly HomeEvent[],
  { action = 'home.change', ...source }: HomeEventSource,
): Promise<void> {
  const isWhole = action === 'home.import' || events.length > 1;
  const wholes = wholeEvents(isWhole ? events : [], action);
  const parts = events.flatMap(({ effect, node, place, clients, before, after }) =>
    clients.map(({ uuid: clientUUID }): EntryWithoutSource => {
      const level = auditedLevelOf(node.level);
      const partOf = wholes.get(clientUUID)?.id;
      const object = { kind: level, id: node.uuid, name: node.displayName };
      const searched = [place, ...(isWhole ? [action] : [])];
      return { action: actionOf(level, effect), object, clientUUID, before, after, searched, partOf };
    }),
  );
  for (const batch of splitIntoBatches([...wholes.values(), ...parts])) {
    const rows = batch.map((entry) => toAuditRow({ ...entry, ...source }));
    await write.insertInto('audit_event').values(rows).execute();
    await setImmediate();
  }
}

type EntryWithoutSource = Omit<AuditEntry, keyof AuditSource>;

/** Creates the event of each client, by uuid of the client. */
function wholeEvents(events: readonly HomeEvent[], action: HomeAction) {
  const wholes = new Map<string, EntryWithoutSource & { readonly id: string }>();
  const pairs = events.flatMap((event) => event.clients.map((client) => ({ client, event })));
  for (const [clientUUID, ofClient] of Map.groupBy(pairs, ({ client }) => client.uuid)) {
    const id = randomUUID();
    const names = ofClient.flatMap(({ event: { place, node } }) => [place, node.displayName, node.uuid]);
    wholes.set(clientUUID, {
      id,
      action,
      object: { kind: 'change', id, name: ofClient[0]?.client.name ?? null },
      clientUUID,
      after: countsOf(ofClient.map(({ event }) => event)),
      searched: [...new Set(names)],
    });
  }
  return wholes;
}

type AuditedLevel = Exclude<HomeLevel, 'stream'> | 'room';

/** Counts the changes, as in `{ added: { room: 300 }, changed: { ward: 1 } }`. */
function countsOf(events: readonly HomeEvent[]) {
  const byEffect = Map.groupBy(events, ({ effect }) => effect);
  return Object.fromEntries(
    [...byEffect].map(([effect, same]) => {
      const byLevel = Map.groupBy(same, ({ node }) => auditedLevelOf(node.level));
      return [effect, Object.fromEntries([...byLevel].map(([level, all]) => [level, all.length]))];
    }),
  );
}

function auditedLevelOf(level: HomeLevel): AuditedLevel {
  return level === 'stream' ? 'room' : level;
}

function actionOf(level: AuditedLevel, effect: Effect) {
  switch (effect) {
    case 'added':
      return `${level}.add` as const;
    case 'removed':
      return `${level}.remove` as const;
    case 'retired':
      return 'room.retire';
    case 'changed':
      return `${level}.change` as const;
  }
}
