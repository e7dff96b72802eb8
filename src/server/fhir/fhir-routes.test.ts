import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { createFhirClient, type FhirBundle, Resource, resourcesOf } from '../../../tests/support/fhir/fhir-client.ts';
import { expectFhirResource } from '../../../tests/support/fhir/fhir-schema.ts';

const evening = Date.UTC(2026, 2, 1, 20);
const [fall, outOfBed, inBed] = [1, 3, 5];
const room = small.streamA1x1;
const minuteMs = 60_000;

let app: SmallApp;
let client: ReturnType<typeof createFhirClient>;
let time: number;
beforeEach(async () => {
  time = evening;
  app = await startSmallApp({ now: () => time });
  client = createFhirClient(app);
});
afterEach(() => app.close());

const iso = (at: number) => new Date(at).toISOString();
const inRoom = (uuid: string = room) => `subject=Location/${uuid}&date=ge${iso(evening)}`;

async function reportAt(at: number, status: number): Promise<void> {
  time = at;
  expect((await app.report({ stream: room, status, at: iso(at) })).status).toBe(200);
}

test('the CapabilityStatement is public and declares each resource with its search parameters', async () => {
  const statement = await client.fetchResource('/fhir/metadata', { bearer: '' });
  const Statement = z.object({
    fhirVersion: z.string(),
    rest: z.array(
      z.object({
        resource: z.array(z.object({ type: z.string(), searchParam: z.array(z.object({ name: z.string() })) })),
      }),
    ),
  });
  const { fhirVersion, rest } = Statement.parse(statement);
  expect(fhirVersion).toBe('4.0.1');
  expect(rest[0]?.resource.map(({ type, searchParam }) => [type, ...searchParam.map(({ name }) => name)])).toEqual([
    ['Location', '_id', 'partof'],
    ['Device', '_id', 'location'],
    ['Observation', 'device', 'subject', 'date', '_count'],
    ['Flag', 'subject', 'date'],
  ]);
});

test('clients, locations, wards and rooms are Locations, each part of the one above', async () => {
  const wanted = [
    [small.clientA, 'si', undefined],
    [small.locationA1, 'bu', small.clientA],
    [small.wardA1x, 'wa', small.locationA1],
    [room, 'ro', small.wardA1x],
  ] as const;
  const all = await client.search('/fhir/Location');
  expect(all.total).toBe(15);
  for (const [uuid, type, parent] of wanted) {
    const place = Resource.parse(await client.fetchResource(`/fhir/Location/${uuid}`));
    expect(place.physicalType?.coding[0]?.code).toBe(type);
    expect(place.partOf?.reference).toBe(parent && `Location/${parent}`);
    expect(resourcesOf(all)).toContainEqual(place);
    expect(resourcesOf(await client.search(`/fhir/Location?_id=${uuid}`))).toEqual([place]);
  }
  const rooms = await client.search(`/fhir/Location?partof=Location/${small.wardA1x}`);
  expect(resourcesOf(rooms).map(({ name }) => name)).toEqual(['Room 1', 'Room 2', 'Room 3']);
  expect(rooms.entry[0]?.fullUrl).toBe(`http://localhost/api/fhir/Location/${room}`);
});

test('the sensor of a room is a Device, which is inactive while the room is not monitored', async () => {
  expect((await client.search('/fhir/Device')).total).toBe(6);
  const inactive = await client.search(`/fhir/Device?location=Location/${small.streamA1x3}`);
  expect(resourcesOf(inactive)).toMatchObject([{ id: small.streamA1x3, status: 'inactive' }]);
  expect(await client.fetchResource(`/fhir/Device/${room}`)).toMatchObject({
    status: 'active',
    deviceName: [{ name: 'Room 1' }],
    location: { reference: `Location/${room}` },
  });
});

test('each status that a room showed is an Observation, and pages follow each other without a gap', async () => {
  for (let minute = 0; minute < 7; minute += 1) {
    await reportAt(evening + minute * minuteMs, minute % 2 === 0 ? inBed : outOfBed);
  }
  const codes: (string | undefined)[] = [];
  let path: string | undefined = `/fhir/Observation?device=Device/${room}&date=ge${iso(evening + minuteMs)}&_count=2`;
  for (let pages = 0; path !== undefined && pages < 10; pages += 1) {
    const page: FhirBundle = await client.search(path);
    codes.push(...resourcesOf(page).map(({ valueCodeableConcept: value }) => value?.coding[0]?.code));
    path = page.link.find(({ relation }) => relation === 'next')?.url.replace('http://localhost/api', '');
  }
  expect(codes).toEqual(['out_of_bed', 'in_bed', 'out_of_bed', 'in_bed', 'out_of_bed', 'in_bed']);
  const span = `date=ge${iso(evening)}&date=lt${iso(evening + 2 * minuteMs)}`;
  const [first, ...others] = resourcesOf(await client.search(`/fhir/Observation?subject=${room}&${span}`));
  expect(others).toHaveLength(1);
  expect(await client.fetchResource(`/fhir/Observation/${first?.id}`)).toMatchObject({
    subject: { reference: `Location/${room}` },
    device: { reference: `Device/${room}` },
    effectiveDateTime: iso(evening),
    valueCodeableConcept: { coding: [{ system: 'urn:room-status:code-system:status', code: 'in_bed' }] },
  });
  const twoRooms = `/fhir/Observation?device=${small.streamA1x2}&${inRoom()}`;
  expect(await client.search(twoRooms)).toMatchObject({ total: 0, entry: [] });
});

test('an alert is a Flag, active until it is resolved, and a drill has a tag', async () => {
  await reportAt(evening + minuteMs, fall);
  const uuid = (await app.alertsOf())[0]?.uuid ?? '';
  expect(await client.fetchResource(`/fhir/Flag/${uuid}`)).toMatchObject({
    status: 'active',
    code: { coding: [{ code: 'man_down' }] },
    period: { start: iso(evening + minuteMs) },
  });
  time += minuteMs;
  await app.post(`/alerts/${uuid}/resolve`, { resolution: 'helped', attended: true, note: 'a note of staff' });
  const ended = { status: 'inactive', period: { end: iso(time) } };
  expect(await client.fetchResource(`/fhir/Flag/${uuid}`)).toMatchObject(ended);
  time += minuteMs;
  await app.post(`/streams/${room}/drill`, {});
  time += minuteMs;
  const found = await app.get(`/fhir/Flag?${inRoom()}`);
  expect(await found.clone().text()).not.toContain('a note of staff');
  expect(expectFhirResource(await found.json())).toMatchObject({
    total: 2,
    entry: [{ resource: ended }, { resource: { status: 'active', meta: { tag: [{ code: 'drill' }] } } }],
  });
  // What is open now, asked for by a clock that is ahead.
  const open = await client.search(`/fhir/Flag?subject=${room}&date=ge${iso(time + minuteMs)}`);
  expect(resourcesOf(open)).toMatchObject([{ status: 'active' }]);
});
