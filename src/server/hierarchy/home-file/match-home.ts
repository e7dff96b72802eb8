/** Finds what a file means among what is there: by uuid, else by alias, else by name beneath the same parent. */
import type { DescribedClient, DescribedHome, DescribedLocation, DescribedStream, DescribedWard } from './home.ts';
import type { Home, KnownLocation, KnownStream, KnownWard } from './home.ts';
import { createMatcher, type Matcher } from './matcher.ts';

/** A node as it is to be. `alias`: undefined until one is made of its name. `place`: where the file says so. */
export type Wanted<T> = Omit<T, 'alias'> & { readonly alias: string | null | undefined; readonly place: string };

export interface WantedHome {
  readonly clients: readonly (Home['clients'][number] & { readonly place: string })[];
  readonly locations: readonly Wanted<KnownLocation>[];
  readonly wards: readonly (KnownWard & { readonly place: string })[];
  readonly streams: readonly Wanted<KnownStream>[];
}

/** Adds to `problems` what the file leaves open. */
export function matchHome(file: DescribedHome, known: Home, problems: string[], newUuid: () => string): WantedHome {
  const clients: WantedHome['clients'][number][] = [];
  const locations: Wanted<KnownLocation>[] = [];
  const wards: WantedHome['wards'][number][] = [];
  const streams: Wanted<KnownStream>[] = [];
  const options = { problems, newUuid };
  const matching = {
    clients: createMatcher('client', known.clients, file, options),
    locations: createMatcher('location', known.locations, allLocations(file), options),
    wards: createMatcher('ward', known.wards, allWards(file), options),
    streams: createMatcher('stream', known.streams, allStreams(file), options),
  };

  matching.clients.matchByName(file, known.clients);
  for (const client of file) {
    const { displayName, place } = client;
    const { uuid: clientUUID } = matching.clients.uuidOf(client);
    clients.push({ uuid: clientUUID, displayName, place });
    // An alias alone takes nothing from another client: that is only for who names the uuid.
    const locationsBefore = beneath(known.locations, 'clientUUID', clientUUID);
    matchByAlias(matching.locations, client.locations, locationsBefore);
    matching.locations.matchByName(client.locations, locationsBefore);
    for (const location of client.locations) takeLocation(location, clientUUID);
  }

  function takeLocation(location: DescribedLocation, clientUUID: string): void {
    const { uuid, known: before } = matching.locations.uuidOf(location);
    const { displayName, place } = location;
    locations.push({
      uuid,
      clientUUID,
      displayName,
      place,
      alias: location.alias ?? before?.alias ?? unlessNew(before),
    });
    const wardsBefore = beneath(known.wards, 'locationUUID', uuid);
    const wardUuids = new Set(wardsBefore.map((ward) => ward.uuid));
    const streamsBefore = known.streams.filter(({ wardUUID }) => wardUuids.has(wardUUID));
    matchByAlias(
      matching.streams,
      location.wards.flatMap((ward) => ward.streams),
      streamsBefore,
    );
    matching.wards.matchByName(location.wards, wardsBefore);
    for (const ward of location.wards) takeWard(ward, uuid);
  }

  function takeWard(ward: DescribedWard, locationUUID: string): void {
    const { uuid } = matching.wards.uuidOf(ward);
    const { displayName, place } = ward;
    wards.push({ uuid, locationUUID, displayName, place });
    matching.streams.matchByName(ward.streams, beneath(known.streams, 'wardUUID', uuid));
    for (const stream of ward.streams) takeStream(stream, uuid);
  }

  function takeStream(stream: DescribedStream, wardUUID: string): void {
    const { uuid, known: before } = matching.streams.uuidOf(stream);
    const { displayName, place, alias, type, status, rules } = stream;
    streams.push({
      uuid,
      wardUUID,
      displayName,
      place,
      alias: alias ?? before?.alias ?? unlessNew(before),
      type: type ?? before?.type ?? 'camera',
      status: status ?? before?.status ?? 'ACTIVE',
      rules: rules === undefined ? (before?.rules ?? null) : rules,
    });
  }

  return { clients, locations, wards, streams };
}

/** What has been there without an alias goes on without one; what is new is given one. */
function unlessNew(before: object | undefined): null | undefined {
  return before === undefined ? undefined : null;
}

interface WithAlias {
  readonly uuid?: string | undefined;
  readonly alias?: string | null | undefined;
}

function matchByAlias<K extends WithAlias & { uuid: string; displayName: string }>(
  matcher: Matcher<K>,
  described: readonly (DescribedStream | DescribedLocation)[],
  known: readonly K[],
): void {
  const byAlias = new Map(known.flatMap((node) => (node.alias ? [[node.alias.toLowerCase(), node] as const] : [])));
  for (const node of described) {
    const found = node.alias === undefined ? undefined : byAlias.get(node.alias.toLowerCase());
    if (found !== undefined) matcher.matchAs(node, found);
  }
}

function beneath<T extends Readonly<Record<K, string>>, K extends string>(nodes: readonly T[], key: K, uuid: string) {
  return nodes.filter((node) => node[key] === uuid);
}

function allLocations(file: DescribedHome): readonly DescribedLocation[] {
  return file.flatMap(({ locations }: DescribedClient) => locations);
}

function allWards(file: DescribedHome): readonly DescribedWard[] {
  return allLocations(file).flatMap(({ wards }) => wards);
}

function allStreams(file: DescribedHome): readonly DescribedStream[] {
  return allWards(file).flatMap(({ streams }) => streams);
}
