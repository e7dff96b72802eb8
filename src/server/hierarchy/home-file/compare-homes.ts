/** What has to be done to make one home of another. */
import type { Home } from './home.ts';

export type Kind = 'client' | 'location' | 'ward' | 'stream';

interface Field {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface Change {
  readonly kind: Kind;
  readonly uuid: string;
  /** Names of the way to it, its own last. */
  readonly path: readonly string[];
  /** `retired`: a stream that goes, but whose history keeps it in the database as INACTIVE. */
  readonly effect: 'added' | 'changed' | 'removed' | 'retired';
  /** Of what changes; empty for the others. */
  readonly fields: readonly Field[];
}

type AnyNode = Readonly<Record<string, string | null>> & { readonly uuid: string; readonly displayName: string };

/** `to` has all that will be there. Additions and changes from the top down, then removals from the bottom up. */
export function compareHomes(from: Home, to: Home, retired: ReadonlySet<string>): readonly Change[] {
  const pathIn = { from: pathsOf(from), to: pathsOf(to) };
  const kinds = [
    ['client', from.clients, to.clients],
    ['location', from.locations, to.locations],
    ['ward', from.wards, to.wards],
    ['stream', from.streams, to.streams],
  ] as const;
  const forward = kinds.flatMap(([kind, before, after]): Change[] => {
    const known = new Map(before.map((node) => [node.uuid, fieldsOf(node)]));
    return after.flatMap((node): Change[] => {
      const { uuid } = node;
      const old = known.get(uuid);
      const path = pathIn.to(uuid);
      if (old === undefined) return [{ kind, uuid, path, effect: 'added', fields: [] }];
      const fields = changedFields(old, fieldsOf(node), (parent) => pathIn.to(parent).join(' > '));
      const effect = retired.has(uuid) ? 'retired' : 'changed';
      return fields.length === 0 ? [] : [{ kind, uuid, path, effect, fields }];
    });
  });
  const backward = kinds.toReversed().flatMap(([kind, before, after]): Change[] => {
    const kept = new Set(after.map(({ uuid }) => uuid));
    const gone = before.filter(({ uuid }) => !kept.has(uuid));
    return gone.map(({ uuid }) => ({ kind, uuid, path: pathIn.from(uuid), effect: 'removed', fields: [] }));
  });
  return [...forward, ...backward];
}

function fieldsOf(node: Home['clients'][number]): AnyNode {
  return { ...node };
}

const parents = ['clientUUID', 'locationUUID', 'wardUUID'] as const;

function changedFields(from: AnyNode, to: AnyNode, pathOf: (uuid: string) => string): readonly Field[] {
  return Object.keys(from).flatMap((name) => {
    const [old, now] = [from[name] ?? null, to[name] ?? null];
    if (old === now) return [];
    const isParent = parents.some((parent) => parent === name);
    const show = (value: string | null) => (isParent && value !== null ? pathOf(value) : value);
    return [{ name: isParent ? name.replace('UUID', '') : name, from: show(old), to: show(now) }];
  });
}

function pathsOf({ clients, locations, wards, streams }: Home): (uuid: string) => readonly string[] {
  const nodes = new Map<string, readonly [name: string, parent: string | undefined]>([
    ...clients.map(({ uuid, displayName }) => [uuid, [displayName, undefined]] as const),
    ...locations.map(({ uuid, displayName, clientUUID }) => [uuid, [displayName, clientUUID]] as const),
    ...wards.map(({ uuid, displayName, locationUUID }) => [uuid, [displayName, locationUUID]] as const),
    ...streams.map(({ uuid, displayName, wardUUID }) => [uuid, [displayName, wardUUID]] as const),
  ]);
  return function pathOf(uuid: string): readonly string[] {
    const node = nodes.get(uuid);
    if (node === undefined) return [];
    const [name, parent] = node;
    return parent === undefined ? [name] : [...pathOf(parent), name];
  };
}
