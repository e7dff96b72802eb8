/** Aliases: each new node gets one, and none is given twice. Letter case makes no difference here. */
import type { Home } from './home.ts';
import type { WantedHome } from './match-home.ts';
import { freeSlug, slugOf } from './slug.ts';

interface Named {
  readonly uuid: string;
  readonly displayName: string;
  readonly alias: string | null | undefined;
}

/** `stays`: what is there and not in the file. Adds to `problems` what is taken already. */
export function giveAliases(wanted: WantedHome, stays: Home, problems: string[]): Home {
  const locations = giveTo('location', wanted.locations, stays.locations, 'location', problems);
  const wards = [...wanted.wards, ...stays.wards];
  const locationOfWard = new Map(wards.map(({ uuid, locationUUID }) => [uuid, locationUUID]));
  const [ofFile, others] = [grouped(wanted.streams, locationOfWard), grouped(stays.streams, locationOfWard)];
  const streams = [...ofFile].flatMap(([location, streamsOf]) =>
    giveTo('stream', streamsOf, others.get(location) ?? [], 'room', problems),
  );
  return {
    clients: wanted.clients.map(({ uuid, displayName }) => ({ uuid, displayName })),
    locations,
    wards: wanted.wards.map(({ uuid, displayName, locationUUID }) => ({ uuid, displayName, locationUUID })),
    streams,
  };
}

function giveTo<T extends Named & { readonly place: string }>(
  kind: string,
  wanted: readonly T[],
  stays: readonly Named[],
  fallback: string,
  problems: string[],
): (Omit<T, 'alias'> & { readonly alias: string | null })[] {
  const takenBy = new Map<string, string>();
  for (const { alias, displayName } of stays)
    if (alias) takenBy.set(alias.toLowerCase(), `the ${kind} "${displayName}"`);
  for (const { alias, place } of wanted) {
    if (!alias) continue;
    const other = takenBy.get(alias.toLowerCase());
    if (other !== undefined) {
      problems.push(`${place}: the alias "${alias}" is already that of ${other}: give another one, or the uuid meant`);
    }
    takenBy.set(alias.toLowerCase(), `the ${kind} at ${place}`);
  }
  const taken = new Set(takenBy.keys());
  return wanted.map((node) => {
    if (node.alias !== undefined) return { ...node, alias: node.alias };
    const alias = freeSlug(slugOf(node.displayName, fallback), taken);
    taken.add(alias);
    return { ...node, alias };
  });
}

function grouped<T extends { readonly wardUUID: string }>(
  streams: readonly T[],
  locationOfWard: ReadonlyMap<string, string>,
): Map<string, T[]> {
  return Map.groupBy(streams, ({ wardUUID }) => locationOfWard.get(wardUUID) ?? '');
}
