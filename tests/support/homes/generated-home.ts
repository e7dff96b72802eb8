/** Random homes for property tests, with every name, alias and rule that a file can contain. */
import * as fc from 'fast-check';
import { maxDebounceMs } from '../../../src/domain/ingest/ingest-rules.ts';
import { roomStatuses } from '../../../src/domain/room-status.ts';
import { canonicalRules } from '../../../src/server/hierarchy/home-file/format/home-schema.ts';
import type { Home } from '../../../src/server/hierarchy/home-file/home.ts';

/** Generates names, some with characters that need quotes in YAML or CSV, formulas, and letters of other scripts. */
const displayName = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('Room 1', 'Zimmer 12 (Süd)', '=1+1', "'=x", "''-1", 'a,b;"c"', '- x: y', '0x10', 'null', '~', '東'),
    fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ',', ';', ':', '#', ' ', 'a', '0'), minLength: 1 }),
  )
  .map((text) => text.trim().normalize('NFC').slice(0, 100).trim())
  .filter((text) => text !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed());

const alias = fc.option(fc.stringMatching(/^[a-z0-9]([a-zA-Z0-9._-]{0,8}[a-z0-9])?$/));

const rules = fc.option(
  fc
    .record(
      {
        holdOff: fc.dictionary(
          fc.constantFrom(...roomStatuses.map(({ name }) => name)),
          fc.integer({ min: 0, max: maxDebounceMs / 1000 }),
          { maxKeys: 3 },
        ),
        repeatWithin: fc.integer({ min: 0, max: 3_600 }),
        silentAfter: fc.option(fc.integer({ min: 10, max: 86_400 })),
      },
      { requiredKeys: [] },
    )
    .map((own) => canonicalRules(own)),
);

const placeRules = fc.option(
  fc
    .record({ silentAfter: fc.integer({ min: 10, max: 86_400 }) })
    .map((own) => canonicalRules({ types: { radar: own } })),
);

const node = { uuid: fc.uuid(), displayName };
const stream = fc.record({
  ...node,
  alias,
  rules,
  type: fc.constantFrom('camera', 'radar', 'bed-sensor', 'other'),
  status: fc.constantFrom('ACTIVE', 'INACTIVE'),
});
const ward = fc.record({ ...node, rules: placeRules, streams: fc.array(stream, { maxLength: 4 }) });
const location = fc.record({ ...node, alias, rules: placeRules, wards: fc.array(ward, { maxLength: 3 }) });
const client = fc.record({ ...node, locations: fc.array(location, { maxLength: 3 }) });

export const anyHome: fc.Arbitrary<Home> = fc.array(client, { maxLength: 3 }).map((clients) => {
  const locations = clients.flatMap(({ uuid, locations: below }) =>
    below.map((one) => ({ ...one, level: 'location' as const, parentUUID: uuid })),
  );
  const wards = locations.flatMap(({ uuid, wards: below }) =>
    below.map((one) => ({ ...one, level: 'ward' as const, parentUUID: uuid, alias: null })),
  );
  return [
    ...clients.map(({ locations: _locations, ...one }) => ({
      ...one,
      level: 'client' as const,
      parentUUID: '',
      alias: null,
    })),
    ...withUniqueAliases(locations.map(({ wards: _wards, ...one }) => one)),
    ...wards.map(({ streams: _streams, ...one }) => one),
    ...locations.flatMap(({ uuid }) =>
      withUniqueAliases(
        wards
          .filter(({ parentUUID }) => parentUUID === uuid)
          .flatMap(({ uuid: parentUUID, streams }) =>
            streams.map((one) => ({ ...one, level: 'stream' as const, parentUUID })),
          ),
      ),
    ),
  ];
});

function withUniqueAliases<T extends { readonly alias: string | null }>(nodes: readonly T[]): T[] {
  const seen = new Set<string>();
  return nodes.map((one) => {
    if (one.alias === null || !seen.has(one.alias.toLowerCase())) {
      seen.add(one.alias?.toLowerCase() ?? '');
      return one;
    }
    return { ...one, alias: null };
  });
}
