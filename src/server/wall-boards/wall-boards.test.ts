import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readEvents } from '../../../tests/support/event-reader.ts';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { small } from '../../../tests/support/homes/small-home.ts';
import { askForToken, pairWallBoard, showCode } from '../../../tests/support/wall-boards/pair-wall-board.ts';
import { pairingErrors, wallBoardEndpoints } from '../../contract/wall-boards/wall-boards.ts';
import type { Scope } from '../../domain/user.ts';

let app: SmallApp;
let now = Date.now();
beforeAll(async () => {
  app = await startSmallApp({ now: () => now, recheckMs: 20 });
});
afterAll(() => app.close());

const clientB: Scope = { kind: 'client', uuid: small.clientB };
const managerOf = (...scopes: readonly Scope[]) => app.users.token(scopes, { roles: ['manager'] });
const board = { wardUUID: small.wardA1x, name: 'Corridor', mayAnswer: false };
const add = (userCode: string, token = app.token, more: object = {}) =>
  app.post('/manage/wall-boards', { ...board, userCode, ...more }, token);
const request = (method: string, path: string, body?: object, token = app.token) =>
  fetch(`${app.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const streams = (token: string, ward: string = small.wardA1x) => app.get(`/streams?locationUUID=${ward}`, token);
/** A clock that moves on, so that calls for the token are never too close. */
const later = (ms = 3_000) => (now += ms);

const PairingProblem = z.object({ error: z.enum(pairingErrors) });

async function errorOf(response: Response): Promise<unknown> {
  const { error } = PairingProblem.parse(await response.json());
  return [response.status, error];
}

test('a screen becomes the wall board of the ward for which a manager enters its code', async () => {
  const shown = await showCode(app);
  expect(shown.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(shown).toMatchObject({
    verification_uri: 'http://localhost/manage/wall-boards',
    expires_in: 600,
    interval: 3,
  });
  expect(await errorOf(await askForToken(app, shown.device_code))).toEqual([400, 'authorization_pending']);
  expect(await errorOf(await askForToken(app, shown.device_code))).toEqual([400, 'slow_down']);
  expect((await add(shown.user_code.toLowerCase().replace('-', ' '))).status).toBe(200);
  later();
  const first: unknown = await (await askForToken(app, shown.device_code)).json();
  later();
  const repeated: unknown = await (await askForToken(app, shown.device_code)).json();
  expect(repeated).toEqual(first);
  const { access_token: token } = wallBoardEndpoints.getWallBoardToken.response.parse(first);
  expect((await streams(token)).status).toBe(200);
  expect((await streams(token, small.wardA1y)).status).toBe(404);
  expect(await (await app.get('/wall-boards/own', token)).json()).toMatchObject({
    name: 'Corridor',
    wardName: 'Ward X',
  });
  expect(await (await app.get('/wall-boards/own')).json()).toBeNull();
});

test('a code that was used or has expired makes no wall board, and the screen learns that it needs a new code', async () => {
  const used = await showCode(app);
  expect((await add(used.user_code)).status).toBe(200);
  expect((await add(used.user_code)).status).toBe(422);
  const expired = await showCode(app);
  later(600_000);
  expect((await add(expired.user_code)).status).toBe(422);
  expect(await errorOf(await askForToken(app, expired.device_code))).toEqual([400, 'expired_token']);
  expect(await errorOf(await askForToken(app, 'unknown'))).toEqual([400, 'expired_token']);
});

test('a manager who guesses codes has to wait after ten wrong ones, also with the right one, and others do not', async () => {
  const token = app.users.token([{ kind: 'everything' }], { roles: ['manager'] });
  const { user_code: right } = await showCode(app);
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await add('BBBB-BBBB', token)).status).toBe(422);
  expect((await add(right, token)).status).toBe(429);
  expect((await add(right)).status).toBe(200);
});

test('a manager enters codes for wards of the own client only, and neither sees nor changes boards of others', async () => {
  const { user_code: code } = await showCode(app);
  const foreign = managerOf(clientB);
  expect((await add(code, foreign)).status).toBe(404);
  const { id } = await pairWallBoard(app);
  expect(await (await app.get('/manage/wall-boards', foreign)).text()).not.toContain(id);
  expect((await request('DELETE', `/manage/wall-boards/${id}`, undefined, foreign)).status).toBe(404);
  expect((await app.post(`/wall-boards/${id}/test-tone`, undefined, foreign)).status).toBe(404);
  const nurseOfB = app.users.token([{ kind: 'ward', uuid: small.wardB1x }], { roles: ['ward-nurse'] });
  expect((await app.get(`/wall-boards/unchecked?wardUUID=${small.wardA1x}`, nurseOfB)).status).toBe(404);
});

test('a wall board stays one when the server is restarted', async () => {
  const { token } = await pairWallBoard(app);
  const restarted = await startSmallApp({ database: app.database });
  expect((await restarted.get(`/streams?locationUUID=${small.wardA1x}`, token)).status).toBe(200);
  await restarted.close();
});

test('a revoked wall board is refused, and its live connection ends', async () => {
  const { id, token } = await pairWallBoard(app);
  const events = await readEvents(app.url, small.wardA1x, token);
  expect((await request('DELETE', `/manage/wall-boards/${id}`)).status).toBe(200);
  await events.ended;
  const refused = await streams(token);
  expect([refused.status, await refused.json()]).toMatchObject([401, { reason: 'revoked' }]);
});

test('a wall board that was moved sees its new ward only, and its live connection of the old one ends', async () => {
  const { id, token } = await pairWallBoard(app);
  const events = await readEvents(app.url, small.wardA1x, token);
  const { items } = wallBoardEndpoints.listWallBoards.response.parse(
    await (await app.get('/manage/wall-boards')).json(),
  );
  const { version } = items.find((one) => one.id === id) ?? expect.unreachable();
  const moved = { ...board, wardUUID: small.wardA1y, name: 'Lounge' };
  expect((await request('PATCH', `/manage/wall-boards/${id}`, { ...moved, version: 'old' })).status).toBe(409);
  expect((await request('PATCH', `/manage/wall-boards/${id}`, { ...moved, version })).status).toBe(200);
  await events.ended;
  expect((await streams(token)).status).toBe(404);
  expect((await streams(token, small.wardA1y)).status).toBe(200);
});

test('the wall boards of a ward end with the ward', async () => {
  const { token } = await pairWallBoard(app, { wardUUID: small.wardB1x });
  await app.database.query.deleteFrom('report').execute();
  await app.database.query.deleteFrom('stream').where('ward_uuid', '=', small.wardB1x).execute();
  await app.database.query.deleteFrom('ward').where('uuid', '=', small.wardB1x).execute();
  await expect.poll(async () => (await streams(token, small.wardB1x)).status).toBe(401);
});

test('a wall board answers only if the manager allows it, under its own name in the audit log', async () => {
  await app.report({ stream: small.streamA1x1, status: 1 });
  const [alert] = await app.alertsOf();
  const path = `/alerts/${alert?.uuid}/acknowledge`;
  const silent = await pairWallBoard(app);
  const answering = await pairWallBoard(app, { name: 'Nurse station', mayAnswer: true });
  expect((await app.post(path, {}, silent.token)).status).toBe(403);
  expect((await app.post(path, {}, answering.token)).status).toBe(200);
  const events = await app.database.query
    .selectFrom('audit_event')
    .select(['actor_kind', 'actor_id', 'actor_name'])
    .where('action', '=', 'alert.acknowledge')
    .execute();
  expect(events).toEqual([{ actor_kind: 'wall-board', actor_id: answering.id, actor_name: 'Nurse station' }]);
});

test('a wall board answers for a person on duty on its ward, and for nobody else', async () => {
  const { token, id } = await pairWallBoard(app, { name: 'Nurse station', mayAnswer: true });
  const subject = 'nora';
  const right = { group_name: 'night', role: 'ward-nurse', scope_kind: 'everything', scope_uuid: '' } as const;
  await app.database.query.insertInto('group_right').values(right).execute();
  await app.report({ stream: small.streamA1x2, status: 1 });
  const alert = (await app.alertsOf()).find(({ streamUUID }) => streamUUID === small.streamA1x2);
  const answer = (how: string, body: object, bearer = token) => app.post(`/alerts/${alert?.uuid}/${how}`, body, bearer);
  const duty = { subject, display_name: 'Nora', group_names: '["night"]', since_at: now, until_at: now + 3_600_000 };
  expect((await answer('acknowledge', { onBehalfOf: subject })).status, 'she is not on duty').toBe(422);
  await app.database.query
    .insertInto('duty')
    .values({ ...duty, ward_uuid: small.wardA1y })
    .execute();
  expect((await answer('acknowledge', { onBehalfOf: subject })).status, 'on another ward').toBe(422);
  await app.database.query
    .insertInto('duty')
    .values({ ...duty, ward_uuid: small.wardA1x })
    .execute();
  expect((await answer('acknowledge', { onBehalfOf: subject }, app.token)).status, 'no wall board').toBe(422);
  expect(await (await answer('acknowledge', { onBehalfOf: subject })).json()).toMatchObject({
    state: 'acknowledged',
    by: { subject, displayName: 'Nora' },
  });
  expect((await answer('withdraw', {})).status, 'not its own answer').toBe(409);
  expect((await answer('withdraw', { onBehalfOf: subject })).status).toBe(200);
  const events = await app.database.query
    .selectFrom('audit_event')
    .select(['actor_id', 'new_values'])
    .where('action', 'in', ['alert.acknowledge', 'alert.withdraw'])
    .where('new_values', 'like', '%onBehalfOf%')
    .execute();
  expect(
    events.map(({ actor_id, new_values }) => [actor_id, /"onBehalfOf":"(\w+)"/.exec(new_values ?? '')?.[1]]),
  ).toEqual([
    [id, 'Nora'],
    [id, 'Nora'],
  ]);
  await app.database.query.updateTable('duty').set({ until_at: now }).where('subject', '=', subject).execute();
  expect((await answer('acknowledge', { onBehalfOf: subject })).status, 'her duty has ended').toBe(422);
});

test('staff of the ward answer for a wall board whether its test tone is heard, once in a shift', async () => {
  const { id, token } = await pairWallBoard(app, { wardUUID: small.wardA1y });
  const nurse = app.users.token([{ kind: 'ward', uuid: small.wardA1y }], { roles: ['ward-nurse'] });
  const unchecked = async () => {
    const response = await app.get(`/wall-boards/unchecked?wardUUID=${small.wardA1y}`, nurse);
    const { items } = wallBoardEndpoints.listUncheckedWallBoards.response.parse(await response.json());
    return items.some((one) => one.id === id);
  };
  expect(await unchecked()).toBe(false);
  const state = { wardUUIDs: [small.wardA1y], isVisible: true, isAudible: true, wakeLock: 'held', soundCheck: null };
  expect((await app.post(`/boards/${crypto.randomUUID()}`, state, token)).status).toBe(200);
  expect(await unchecked()).toBe(true);
  expect((await app.post(`/wall-boards/${id}/test-tone`, undefined, nurse)).status).toBe(200);
  const own: unknown = await (await app.get('/wall-boards/own', token)).json();
  expect(own).toMatchObject({ testToneAt: new Date(now).toISOString(), soundCheck: null });
  expect((await app.post(`/wall-boards/${id}/sound-check`, { isHeard: true }, nurse)).status).toBe(200);
  expect(await unchecked()).toBe(false);
  const answered = { soundCheck: { at: new Date(now).toISOString(), isHeard: true } };
  expect(await (await app.get('/wall-boards/own', token)).json()).toMatchObject(answered);
});

test('neither the token nor the codes of a screen are in the database, the log or the audit log', async () => {
  const { token } = await pairWallBoard(app);
  const shown = await showCode(app);
  expect((await streams(token)).status).toBe(200);
  expect((await streams(`${token}x`)).status).toBe(401);
  const { query } = app.database;
  const stored = [
    await query.selectFrom('wall_board').selectAll().execute(),
    await query.selectFrom('wall_board_pairing').selectAll().execute(),
    await query.selectFrom('audit_event').selectAll().execute(),
  ];
  const text = JSON.stringify(stored) + app.log.join('\n');
  expect(text).not.toContain(token.slice(4));
  expect(text).not.toContain(shown.device_code);
});
