import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import { requestPathOf, type Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Scope } from '../../domain/user.ts';
import { createDeviceKey } from '../devices/keys/device-keys.ts';

const { clientA, clientB, locationA1, locationA2, locationB1, wardA1x, wardA1y, wardA2x, wardB1x } = small;
const roomsOf: Readonly<Record<string, readonly string[]>> = {
  [wardA1x]: [small.streamA1x1, small.streamA1x2, small.streamA1x3],
  [wardA1y]: [small.streamA1y1],
  [wardA2x]: [small.streamA2x1],
  [wardB1x]: [small.streamB1x1],
};

interface Person {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The wards whose rooms the person may see, and the locations and clients above them. */
  readonly wards: readonly string[];
  readonly locations: readonly string[];
  readonly clients: readonly string[];
}

const all = {
  wards: [wardA1x, wardA1y, wardA2x, wardB1x],
  locations: [locationA1, locationA2, locationB1],
  clients: [clientA, clientB],
};
const persons: readonly Person[] = [
  { name: 'an administrator', scopes: [everything], ...all },
  {
    name: 'a manager of client A',
    scopes: [{ kind: 'client', uuid: clientA }],
    wards: [wardA1x, wardA1y, wardA2x],
    locations: [locationA1, locationA2],
    clients: [clientA],
  },
  {
    name: 'a manager of a location',
    scopes: [{ kind: 'location', uuid: locationA1 }],
    wards: [wardA1x, wardA1y],
    locations: [locationA1],
    clients: [clientA],
  },
  {
    name: 'a nurse of one ward',
    scopes: [{ kind: 'ward', uuid: wardA1y }],
    wards: [wardA1y],
    locations: [locationA1],
    clients: [clientA],
  },
  {
    name: 'a nurse of wards of two clients',
    scopes: [
      { kind: 'ward', uuid: wardA2x },
      { kind: 'ward', uuid: wardB1x },
    ],
    wards: [wardA2x, wardB1x],
    locations: [locationA2, locationB1],
    clients: [clientA, clientB],
  },
  { name: 'a user without any right', scopes: [], wards: [], locations: [], clients: [] },
];

const ids = [...Object.values(small), unknownUuid];
const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

/** Returns the calls about one object, each with the objects that its response may contain for the person. */
const callsFor = (id: string, { wards, locations, clients }: Person) =>
  [
    [endpoints.getClient, { params: { id } }, clients],
    [endpoints.getLocation, { params: { id } }, locations],
    [endpoints.getWard, { params: { id } }, wards],
    [endpoints.listLocations, { query: { clientUUID: id } }, clients],
    [endpoints.listWards, { query: { locationUUID: id } }, locations],
    [endpoints.listAlerts, { query: { locationUUID: id } }, [...locations, ...wards]],
    [endpoints.listStreams, { query: { locationUUID: id } }, [...locations, ...wards]],
    [endpoints.streamEvents, { query: { wardUUID: id } }, wards],
  ] as const;

async function call(endpoint: Endpoint, bearer: string | undefined, values?: Parameters<typeof requestPathOf>[1]) {
  const leave = new AbortController();
  const response = await fetch(`${app.url}/api${requestPathOf(endpoint, values)}`, {
    method: endpoint.method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(endpoint.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(endpoint.body !== undefined && { body: JSON.stringify({ stream: small.streamA1x1, status: 'fall' }) }),
    signal: leave.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await response.text();
  leave.abort();
  return { status: response.status, text };
}

test.each(persons)(
  '[API-2] $name gets exactly the clients, locations, wards and rooms that the rights of this person include',
  async (person) => {
    const token = app.users.token(person.scopes);
    const seen = [
      ...person.clients,
      ...person.locations,
      ...person.wards,
      ...person.wards.flatMap((id) => roomsOf[id] ?? []),
    ];
    for (const id of ids) {
      for (const [endpoint, values, visible] of callsFor(id, person)) {
        const { status, text } = await call(endpoint, token, values);
        const isVisible = visible.includes(id);
        expect(status, `${endpoint.path} ${id}`).toBe(isVisible ? 200 : 404);
        const foreign = (text.match(uuidPattern) ?? []).filter((uuid) => !seen.includes(uuid) && uuid !== id);
        expect(foreign, `${endpoint.path} ${id}`).toEqual([]);
      }
    }
    const { text } = await call(endpoints.listClients, token);
    expect(new Set(text.match(uuidPattern))).toEqual(new Set(person.clients));
  },
);

const devices: readonly (readonly [string, Scope, readonly string[]])[] = [
  ['everything', everything, all.wards],
  ['client A', { kind: 'client', uuid: clientA }, [wardA1x, wardA1y, wardA2x]],
  ['a location', { kind: 'location', uuid: locationA1 }, [wardA1x, wardA1y]],
  ['a ward', { kind: 'ward', uuid: wardB1x }, [wardB1x]],
];

test.each(devices)('a device key for %s can report for rooms of this scope only', async (_what, scope, wards) => {
  const { key } = await createDeviceKey(app.database, { name: 'device', scope, now: 0 });
  const own = wards.flatMap((ward) => roomsOf[ward] ?? []);
  for (const stream of ids) {
    const before = await revisionOf(stream);
    const response = await app.report({ stream, status: before % 2 === 0 ? 'in_bed' : 'out_of_room' }, key);
    await response.body?.cancel();
    expect(response.ok, stream).toBe(own.includes(stream));
    expect((await revisionOf(stream)) > before, stream).toBe(own.includes(stream));
  }
});

async function revisionOf(uuid: string): Promise<number> {
  const row = await app.database.query
    .selectFrom('stream')
    .select('revision')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.revision ?? -1;
}
