/** Homes of any names, aliases and rules that a file may hold, for fast-check. */
import * as fc from 'fast-check';
import { maxDebounceMs } from '../../../src/domain/ingest/ingest-rules.ts';
import { roomStatuses } from '../../../src/domain/room-status.ts';
import { rulesText } from '../../../src/server/hierarchy/home-file/check-fields.ts';
import type { Home } from '../../../src/server/hierarchy/home-file/home.ts';

/** With all that quoting, spreadsheets, YAML and other languages make difficult. */
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
    .map((own) => rulesText(own) ?? null),
);

const node = { uuid: fc.uuid(), displayName };
const stream = fc.record({
  ...node,
  alias,
  rules,
  type: fc.constantFrom('camera', 'radar', 'bed-sensor', 'other'),
  status: fc.constantFrom('ACTIVE', 'INACTIVE'),
});
const ward = fc.record({ ...node, streams: fc.array(stream, { maxLength: 4 }) });
const location = fc.record({ ...node, alias, wards: fc.array(ward, { maxLength: 3 }) });
const client = fc.record({ ...node, locations: fc.array(location, { maxLength: 3 }) });

export const anyHome: fc.Arbitrary<Home> = fc.array(client, { maxLength: 3 }).map((clients) => {
  const locations = clients.flatMap(({ uuid, locations: of }) => of.map((one) => ({ ...one, clientUUID: uuid })));
  const wards = locations.flatMap(({ uuid, wards: of }) => of.map((one) => ({ ...one, locationUUID: uuid })));
  return {
    clients: clients.map(({ uuid, displayName: name }) => ({ uuid, displayName: name })),
    locations: onceAliased(locations.map(({ wards: _wards, ...rest }) => rest)),
    wards: wards.map(({ uuid, displayName: name, locationUUID }) => ({ uuid, displayName: name, locationUUID })),
    streams: locations.flatMap((one) =>
      onceAliased(one.wards.flatMap(({ uuid, streams }) => streams.map((each) => ({ ...each, wardUUID: uuid })))),
    ),
  };
});

function onceAliased<T extends { readonly alias: string | null }>(nodes: readonly T[]): T[] {
  const seen = new Set<string>();
  return nodes.map((one) => {
    if (one.alias === null || !seen.has(one.alias.toLowerCase())) {
      seen.add(one.alias?.toLowerCase() ?? '');
      return one;
    }
    return { ...one, alias: null };
  });
}
