import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { rulesEndpoints, type RuledLevel } from '../../../contract/manage/rules.ts';
import type { PlaceRules } from '../../../contract/place-rules.ts';
import type { Role, Scope } from '../../../domain/user.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const { clientA, clientB, locationA1, wardA1x, wardA1y, streamA1x1 } = small;
const tokenOf = (scope: Scope, role: Role = 'manager') => app.users.token([scope], { roles: [role] });
const administrator = () => tokenOf(everything, 'administrator');

async function get(level: RuledLevel, uuid: string, token = administrator()) {
  const response = await app.get(`/manage/rules?level=${level}&uuid=${uuid}`, token);
  const body: unknown = await response.json();
  return { status: response.status, body };
}

async function rulesOf(level: RuledLevel, uuid: string) {
  return z.parse(rulesEndpoints.getRules.response, (await get(level, uuid)).body);
}

async function post(path: string, body: object, token = administrator()) {
  const response = await fetch(`${app.url}/api/manage/rules${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

async function change(level: RuledLevel, uuid: string, rules: PlaceRules) {
  const { version } = await rulesOf(level, uuid);
  const { status, body } = await post('', { level, uuid, version, rules });
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(rulesEndpoints.changeRules.response, body);
}

const noGettingUp: PlaceRules = { alerts: { out_of_bed: false } };

test('a room shows its own rules, and those of its ward and location', async () => {
  await change('location', locationA1, { silentAfter: 300 });
  await change('ward', wardA1x, { types: { camera: noGettingUp } });
  await change('stream', streamA1x1, { repeatWithin: 30 });
  expect(await rulesOf('stream', streamA1x1)).toMatchObject({
    displayName: 'Room 1',
    type: 'camera',
    rules: { repeatWithin: 30 },
    above: [
      { level: 'location', displayName: 'Harbour House', rules: { silentAfter: 300 } },
      { level: 'ward', displayName: 'Ward X', rules: { types: { camera: noGettingUp } } },
    ],
  });
});

test('a location names the wards and rooms below that have rules of their own', async () => {
  await change('ward', wardA1y, noGettingUp);
  await change('stream', streamA1x1, noGettingUp);
  const { below, roomCount } = await rulesOf('location', locationA1);
  expect(below).toEqual({
    count: 2,
    first: [
      { level: 'ward', uuid: wardA1y, displayName: 'Ward Y' },
      { level: 'stream', uuid: streamA1x1, displayName: 'Room 1' },
    ],
  });
  expect(roomCount).toBe(4);
});

test('a rule of a ward decides about the next report of each of its rooms', async () => {
  await app.report({ stream: streamA1x1, status: 'in_bed' });
  await change('ward', wardA1x, noGettingUp);
  await app.report({ stream: streamA1x1, status: 'out_of_bed' });
  const alerts: unknown = await (await app.get(`/alerts?locationUUID=${wardA1x}`)).json();
  expect(alerts).toEqual({ items: [] });
});

test('open boards of the ward load the list with the new rules within two seconds', async () => {
  const viewer = await app.get(`/streams/events?wardUUID=${wardA1x}`);
  await change('location', locationA1, noGettingUp);
  // The server closes the connection, so that the board loads the list again.
  await viewer.text();
  const list: unknown = await (await app.get(`/streams?locationUUID=${wardA1x}`)).json();
  expect(list).toMatchObject({ items: [{ alertRules: [{ status: 3, priority: null }] }, {}, {}] });
});

test('the second of two managers who change the rules of one ward gets a conflict with the present rules', async () => {
  const { version } = await rulesOf('ward', wardA1x);
  await change('ward', wardA1x, noGettingUp);
  const second = await post('', { level: 'ward', uuid: wardA1x, version, rules: { repeatWithin: 5 } });
  expect(second).toMatchObject({ status: 409, body: { current: { rules: noGettingUp } } });
  expect((await rulesOf('ward', wardA1x)).rules).toEqual(noGettingUp);
});

test('a change that was sent again because its answer was lost is no conflict and is recorded once', async () => {
  const { version } = await rulesOf('ward', wardA1x);
  const sent = { level: 'ward', uuid: wardA1x, version, rules: noGettingUp };
  await post('', sent);
  expect((await post('', sent)).status).toBe(200);
  const events = await app.database.query.selectFrom('audit_event').selectAll().execute();
  expect(events.filter(({ action }) => action === 'ward.change')).toHaveLength(1);
});

test('the audit log has the rules before and after a change, for administrators of the client', async () => {
  await change('stream', streamA1x1, noGettingUp);
  await change('stream', streamA1x1, {});
  const events = await app.database.query
    .selectFrom('audit_event')
    .select(['object_id', 'client_uuid', 'old_values', 'new_values'])
    .where('action', '=', 'room.change')
    .orderBy('sequence')
    .execute();
  const [before, after] = [JSON.stringify({ rules: null }), JSON.stringify({ rules: JSON.stringify(noGettingUp) })];
  const room = { object_id: streamA1x1, client_uuid: clientA };
  expect(events).toEqual([
    { ...room, old_values: before, new_values: after },
    { ...room, old_values: after, new_values: before },
  ]);
});

test.each([
  { rules: { silentAfter: 1 }, field: 'rules.silentAfter' },
  { rules: { alerts: { fell_over: false } }, field: 'rules.alerts' },
  { rules: { alerts: { in_bathroom: { between: '21:00-25:00' } } }, field: 'rules.alerts.in_bathroom' },
  { rules: { types: { camera: {} } }, field: 'rules.types' },
])('the wrong rules $rules are refused with their field', async ({ rules, field }) => {
  const { version } = await rulesOf('stream', streamA1x1);
  const { status, body } = await post('', { level: 'stream', uuid: streamA1x1, version, rules });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(`"field":"${field}`);
});

test('a manager changes rules in the own scope only, and learns nothing of places outside it', async () => {
  const ofWard = tokenOf({ kind: 'ward', uuid: wardA1x });
  expect((await get('stream', streamA1x1, ofWard)).status).toBe(200);
  expect((await get('location', locationA1, ofWard)).status).toBe(403);
  expect((await get('ward', wardA1y, ofWard)).status).toBe(404);
  const ofOtherClient = tokenOf({ kind: 'client', uuid: clientB });
  const { version } = await rulesOf('ward', wardA1x);
  for (const path of ['', '/preview']) {
    const body = { level: 'ward', uuid: wardA1x, rules: noGettingUp, ...(path === '' && { version }) };
    expect((await post(path, body, ofOtherClient)).status).toBe(404);
    expect((await post(path, body, tokenOf({ kind: 'ward', uuid: wardA1x }, 'ward-nurse'))).status).toBe(403);
    expect((await post(path, { ...body, uuid: unknownUuid })).status).toBe(404);
  }
  expect((await rulesOf('ward', wardA1x)).rules).toEqual({});
});
