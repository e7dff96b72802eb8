import { afterEach, beforeEach, expect, test } from 'vitest';
import { small, type SmallApp, startSmallApp, unknownUuid } from '../../../tests/support/app/start-small-app.ts';
import { createFhirClient, resourcesOf } from '../../../tests/support/fhir/fhir-client.ts';
import { expectFhirResource } from '../../../tests/support/fhir/fhir-schema.ts';
import { fhirEndpoints } from '../../contract/fhir/fhir-endpoints.ts';

const evening = Date.UTC(2026, 2, 1, 20);
const fall = 1;
const room = small.streamA1x1;

let app: SmallApp;
let client: ReturnType<typeof createFhirClient>;
beforeEach(async () => {
  app = await startSmallApp({ now: () => evening });
  client = createFhirClient(app);
});
afterEach(() => app.close());

const iso = (at: number) => new Date(at).toISOString();
const inRoom = (uuid: string = room) => `subject=Location/${uuid}&date=ge${iso(evening)}`;

test('the schema of HL7 refuses a Flag with an unknown status or element', async () => {
  const flag = { resourceType: 'Flag', status: 'active', code: { text: 'fall' }, subject: { reference: 'Location/1' } };
  expect(expectFhirResource(flag)).toEqual(flag);
  expect(() => expectFhirResource({ ...flag, status: 'open' })).toThrow('must be equal to one of the allowed values');
  expect(() => expectFhirResource({ ...flag, priority: 'high' })).toThrow('must NOT have additional properties');
});

test('who may not see a room finds nothing about it, as about a room that does not exist', async () => {
  await app.report({ stream: room, status: fall, at: iso(evening) });
  const [alert] = await app.alertsOf();
  const [observation] = resourcesOf(await client.search(`/fhir/Observation?${inRoom()}`));
  const bearer = app.users.token([{ kind: 'ward', uuid: small.wardA1y }]);
  const hidden = [`Location/${room}`, `Device/${room}`, `Observation/${observation?.id}`, `Flag/${alert?.uuid}`];
  const unknown = [`Location/${unknownUuid}`, `Observation/${room}.999`, `Flag/${unknownUuid}`];
  const outcomes = new Set<string>();
  for (const path of hidden)
    outcomes.add(JSON.stringify(await client.fetchResource(`/fhir/${path}`, { bearer, status: 404 })));
  for (const path of unknown)
    outcomes.add(JSON.stringify(await client.fetchResource(`/fhir/${path}`, { status: 404 })));
  expect(outcomes.size).toBe(1);
  const searches = [`Observation?${inRoom()}`, `Flag?${inRoom()}`, `Device?location=${room}`, `Location?_id=${room}`];
  for (const path of searches)
    expect(await client.search(`/fhir/${path}`, bearer)).toMatchObject({ total: 0, entry: [] });
  const places = resourcesOf(await client.search('/fhir/Location', bearer)).map(({ id }) => id);
  expect(places).toEqual([small.clientA, small.locationA1, small.wardA1y, small.streamA1y1]);
});

test('who looked at the statuses and alerts of a room is in the audit log', async () => {
  await client.search(`/fhir/Flag?${inRoom(small.streamA1x2)}`);
  await client.search(`/fhir/Observation?${inRoom()}`);
  const views = app.database.query
    .selectFrom('audit_event')
    .select('object_id')
    .where('action', '=', 'room.view')
    .orderBy('object_id');
  await expect.poll(async () => (await views.execute()).map((row) => row.object_id)).toEqual([room, small.streamA1x2]);
});

test('a refusal is an OperationOutcome that names the parameter at fault', async () => {
  const refused = [
    ['Location?name=Ward', 422, 'name: is not known'],
    [`Observation?${inRoom()}&code=1`, 422, 'code: is not known'],
    [`Observation?date=ge${iso(evening)}`, 422, 'device: must be given, or `subject`'],
    [`Observation?subject=${room}`, 422, 'date'],
    [`Flag?subject=${room}&date=lt${iso(evening)}`, 422, 'date: must have a beginning'],
    [`Flag?subject=${room}&date=2026-03-01`, 422, 'date'],
    [`Flag?subject=${room}&date=ge${iso(evening - 40 * 86_400_000)}`, 422, 'date: must be at most 31 days'],
    ['Flag?subject=Device/1', 422, 'subject: must be Location/<uuid>'],
    ['Patient', 404, 'There is nothing at this address.'],
  ] as const;
  for (const [path, status, reason] of refused) {
    const { resourceType, issue } = await client.fetchResource(`/fhir/${path}`, { status });
    expect(resourceType).toBe('OperationOutcome');
    expect(JSON.stringify(issue)).toContain(reason);
  }
  for (const { path } of [fhirEndpoints.searchFhirFlags, fhirEndpoints.searchFhirLocations]) {
    expect(await client.fetchResource(path, { bearer: 'unknown', status: 401 })).toMatchObject({
      issue: [{ code: 'login' }],
    });
  }
});
