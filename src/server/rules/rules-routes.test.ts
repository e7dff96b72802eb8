import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import type { ChainJson } from '../../contract/rules/chain.ts';
import { rulesEndpoints, type LevelWithRules } from '../../contract/rules/rules.ts';
import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import type { Role, Scope } from '../../domain/user.ts';
import { addContact } from '../contacts/contact-store.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const { clientA, locationA1, wardA1x, wardA1y, locationB1, streamA1x1 } = small;
const source = { at: 1, actor: { kind: 'server', id: null, name: null, address: null } } as const;
const frontDesk = {
  locationUUID: locationA1,
  channel: 'webhook',
  name: 'front desk',
  address: 'https://example.org/',
  language: 'en',
} as const;
const tokenOf = (scope: Scope, role: Role = 'manager') => app.users.token([scope], { roles: [role] });
const administrator = () => tokenOf(everything, 'administrator');

async function get(level: LevelWithRules, uuid: string, token = administrator()) {
  const response = await app.get(`/manage/rules?level=${level}&uuid=${uuid}`, token);
  const body: unknown = await response.json();
  return { status: response.status, body };
}

async function rulesOf(level: LevelWithRules, uuid: string) {
  return z.parse(rulesEndpoints.getRules.response, (await get(level, uuid)).body);
}

async function post(path: string, body: object, token = administrator()) {
  const response = await app.post(`/manage/rules${path}`, body, token);
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

async function change(level: LevelWithRules, uuid: string, rules: PlaceRules) {
  const { version } = await rulesOf(level, uuid);
  const { status, body } = await post('', { level, uuid, version, rules });
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(rulesEndpoints.changeRules.response, body);
}

const noGettingUp: PlaceRules = { alerts: { out_of_bed: false } };

test('the rules of a room are shown with those of its ward and location', async () => {
  await change('location', locationA1, { offlineAfterSeconds: 300 });
  await change('ward', wardA1x, { types: { camera: noGettingUp } });
  await change('stream', streamA1x1, { dedupeWindowSeconds: 30 });
  expect(await rulesOf('stream', streamA1x1)).toMatchObject({
    displayName: 'Room 1',
    type: 'camera',
    rules: { dedupeWindowSeconds: 30 },
    above: [
      { level: 'location', displayName: 'Harbour House', rules: { offlineAfterSeconds: 300 } },
      { level: 'ward', displayName: 'Ward X', rules: { types: { camera: noGettingUp } } },
    ],
  });
});

test('the rules of a location are shown with the wards and rooms below that have own rules', async () => {
  await change('ward', wardA1y, noGettingUp);
  await change('stream', streamA1x1, noGettingUp);
  const { below } = await rulesOf('location', locationA1);
  expect(below).toEqual({
    count: 2,
    first: [
      { level: 'ward', uuid: wardA1y, displayName: 'Ward Y' },
      { level: 'stream', uuid: streamA1x1, displayName: 'Room 1' },
    ],
  });
});

test('a changed rule of a ward applies to the next report of each of its rooms', async () => {
  await app.report({ stream: streamA1x1, status: 'in_bed' });
  await change('ward', wardA1x, noGettingUp);
  await app.report({ stream: streamA1x1, status: 'out_of_bed' });
  const alerts: unknown = await (await app.get(`/alerts?locationUUID=${wardA1x}`)).json();
  expect(alerts).toEqual({ items: [] });
});

test('open boards of a ward show its changed rules within two seconds', async () => {
  const viewer = await app.get(`/streams/events?wardUUID=${wardA1x}`);
  await change('location', locationA1, noGettingUp);
  // Waits until the server closes the connection, which makes the board load the list again.
  await viewer.text();
  const list: unknown = await (await app.get(`/streams?locationUUID=${wardA1x}`)).json();
  expect(list).toMatchObject({ items: [{ alertRules: [{ status: 3, priority: null }] }, {}, {}] });
});

test('of two managers who change the rules of a ward at once the second gets a conflict with the present rules', async () => {
  const { version } = await rulesOf('ward', wardA1x);
  await change('ward', wardA1x, noGettingUp);
  const second = await post('', { level: 'ward', uuid: wardA1x, version, rules: { dedupeWindowSeconds: 5 } });
  expect(second).toMatchObject({ status: 409, body: { current: { rules: noGettingUp } } });
  expect((await rulesOf('ward', wardA1x)).rules).toEqual(noGettingUp);
});

test('a repeated change of rules is no conflict and is recorded once', async () => {
  const { version } = await rulesOf('ward', wardA1x);
  const sent = { level: 'ward', uuid: wardA1x, version, rules: noGettingUp };
  await post('', sent);
  expect((await post('', sent)).status).toBe(200);
  const events = await app.database.query.selectFrom('audit_event').selectAll().orderBy('sequence').execute();
  expect(events.filter(({ action }) => action === 'ward.change')).toHaveLength(1);
});

test('administrators of the client see the rules before and after a change in the audit log', async () => {
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

test('two locations in different time zones raise their night alerts by their own clocks', async () => {
  await change('location', small.locationA1, { timeZone: 'Europe/Brussels' });
  await change('location', small.locationB1, { timeZone: 'America/New_York' });
  const reports = async (hour: number) => {
    const at = Date.UTC(2026, 5, 1, hour);
    const answer = await startSmallApp({ now: () => at, database: app.database });
    for (const stream of [streamA1x1, small.streamB1x1]) {
      for (const status of ['in_bed', 'out_of_bed']) await answer.report({ stream, status });
    }
    const alerts = await Promise.all([small.locationA1, small.locationB1].map((place) => answer.alertsOf(place)));
    await answer.close();
    return alerts.map((list) => list.length);
  };
  // At 12:00 UTC it is 14:00 in Brussels and 08:00 in New York.
  expect(await reports(12)).toEqual([0, 0]);
  // At 20:00 UTC it is 22:00 in Brussels, where it is night, and 16:00 in New York.
  expect(await reports(20)).toEqual([1, 0]);
});

test('a time zone is for locations, and must exist', async () => {
  const { version } = await rulesOf('ward', wardA1x);
  const ofWard = await post('', { level: 'ward', uuid: wardA1x, version, rules: { timeZone: 'Europe/Brussels' } });
  expect(ofWard).toMatchObject({ status: 422, body: { errors: [{ field: 'rules.timeZone' }] } });
  const location = { level: 'location', uuid: locationA1, version: (await rulesOf('location', locationA1)).version };
  const unknown = await post('', { ...location, rules: { timeZone: 'Europe/Nowhere' } });
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ field: 'rules.timeZone', code: 'time-zone' }] } });
});

test('a time zone that this machine does not know stops neither reports nor changes of a ward', async () => {
  await change('location', locationA1, { timeZone: 'Europe/Brussels' });
  const own_rules = JSON.stringify({ timeZone: 'Mars/Olympus' });
  await app.database.query.updateTable('location').set({ own_rules }).where('uuid', '=', locationA1).execute();
  await change('ward', wardA1x, noGettingUp);
  expect(await rulesOf('location', locationA1)).toMatchObject({ rules: { timeZone: 'Mars/Olympus' } });
  expect((await app.report({ stream: streamA1x1, status: 'man_down' })).status).toBe(200);
  expect(await app.alertsOf(wardA1x)).toHaveLength(1);
});

test('shifts are one to six different times of day of a location, which keeps them in order', async () => {
  const { version } = await rulesOf('ward', wardA1x);
  const ofWard = await post('', { level: 'ward', uuid: wardA1x, version, rules: { shifts: ['07:00'] } });
  expect(ofWard).toMatchObject({ status: 422, body: { errors: [{ field: 'rules.shifts' }] } });
  const location = { level: 'location', uuid: locationA1, version: (await rulesOf('location', locationA1)).version };
  for (const shifts of [[], ['07:00', '07:00'], ['7 am']]) {
    const refused = await post('', { ...location, rules: { shifts } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'rules.shifts', code: 'shifts' }] } });
  }
  expect(await change('location', locationA1, { shifts: ['19:00', '07:00'] })).toMatchObject({
    rules: { shifts: ['07:00', '19:00'] },
  });
  const { new_values } = await app.database.query
    .selectFrom('audit_event')
    .select('new_values')
    .where('action', '=', 'location.change')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(new_values)).toContain('19:00');
});

test('a location and a ward have chains of their own, and a removed contact does not block their other rules', async () => {
  const contact = await addContact(app.database.query, frontDesk, source);
  const chain: ChainJson = [
    { after: 0, notify: 'location' },
    { after: 90, notify: `contact:${contact}` },
  ];
  expect((await rulesOf('location', locationA1)).contacts).toEqual([{ uuid: contact, displayName: 'front desk' }]);
  await change('location', locationA1, { chain });
  await change('ward', wardA1x, { chain: chain.toReversed() });
  expect(await rulesOf('ward', wardA1x)).toMatchObject({ above: [{ rules: { chain } }], rules: { chain: [{}, {}] } });
  const rooms = await app.database.query.selectFrom('stream').select('rules').distinct().execute();
  expect(rooms, 'reports do not read the chain').toEqual([{ rules: null }]);
  await app.database.query.deleteFrom('contact').execute();
  await change('ward', wardA1x, { chain: chain.toReversed(), dedupeWindowSeconds: 5 });
  expect((await change('ward', wardA1x, { dedupeWindowSeconds: 5 })).rules).toEqual({ dedupeWindowSeconds: 5 });
});

test('a wrong chain is refused with the field at fault', async () => {
  const elsewhere = await addContact(app.database.query, { ...frontDesk, locationUUID: locationB1 }, source);
  const ward = { after: 30, notify: 'ward' };
  const rooms = [0, 1, 2, 3, 4, 5, 6].map((after) => ({ after, notify: `contact:${randomUUID()}` }));
  const wrong: readonly [unknown, string, string][] = [
    [[], 'rules.chain', 'too-few'],
    [rooms, 'rules.chain', 'too-many'],
    [[ward, { after: 60, notify: 'ward' }], 'rules.chain[1].notify', 'target-twice'],
    [[{ ...ward, after: 3_601 }], 'rules.chain[0].after', 'too-big'],
    [[{ ...ward, after: -1 }], 'rules.chain[0].after', 'too-small'],
    [[{ ...ward, notify: 'mayor' }], 'rules.chain[0].notify', 'chain-target'],
    [[ward, { after: 60, notify: `contact:${elsewhere}` }], 'rules.chain[1].notify', 'unknown-contact'],
    [[ward, { after: 60, notify: `contact:${randomUUID()}` }], 'rules.chain[1].notify', 'unknown-contact'],
  ];
  const { version } = await rulesOf('location', locationA1);
  for (const [chain, field, code] of wrong) {
    const { status, body } = await post('', { level: 'location', uuid: locationA1, version, rules: { chain } });
    expect(body, field).toMatchObject({ errors: [{ field, code }] });
    expect(status).toBe(422);
  }
  const room = { level: 'stream', uuid: streamA1x1, version, rules: { chain: [ward] } };
  expect(await post('', room)).toMatchObject({ status: 422, body: { errors: [{ field: 'rules.chain' }] } });
});
