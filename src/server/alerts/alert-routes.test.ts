import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readEvents } from '../../../tests/support/event-reader.ts';
import {
  changeRoom,
  everything,
  small,
  type SmallApp,
  startSmallApp,
} from '../../../tests/support/app/start-small-app.ts';
import { ListedAlert } from '../../contract/alerts/alerts.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { parseAlert } from '../database/open-alerts.ts';
import { createWatchdog } from '../board/watchdog/watchdog.ts';

const night = Date.UTC(2026, 2, 1, 2);
const [fall, outOfBed, inBed, staffEntering] = [1, 3, 5, 11];
const Conflict = z.object({ current: ListedAlert });

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = night;
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

async function report(status: number, stream: string = small.streamA1x1): Promise<void> {
  time += 1_000;
  expect((await app.report({ stream, status })).status).toBe(200);
}

const listAlerts: SmallApp['alertsOf'] = (...asked) => app.alertsOf(...asked);

async function onlyAlert() {
  const [alert, ...others] = await listAlerts();
  if (alert === undefined || others.length > 0) throw new Error(`${others.length} more alerts`);
  return alert;
}

const act = (uuid: string, action: string, { token, body }: { token?: string; body?: object } = {}) =>
  app.post(`/alerts/${uuid}/${action}`, body, token);

async function stateAfter(response: Promise<Response>) {
  const answer = await response;
  return [answer.status, z.parse(ListedAlert, await answer.json()).state];
}

const nurseOf = (ward: string) => app.users.token([{ kind: 'ward', uuid: ward }]);
const historyOf = async (uuid: string) =>
  (
    await app.database.query
      .selectFrom('alert_event')
      .selectAll()
      .where('alert_uuid', '=', uuid)
      .orderBy('sequence')
      .execute()
  ).map(({ event, at, alert }) => ({ event, at, by: parseAlert(alert).by }));

test('a fall stays an open alert when "out of bed" follows, and the list has both, the older first', async () => {
  await report(fall);
  await report(outOfBed);
  expect(await listAlerts()).toMatchObject([
    { status: fall, priority: 'high', state: 'raised', streamUUID: small.streamA1x1, wardUUID: small.wardA1x },
    { status: outOfBed, priority: 'medium', state: 'raised' },
  ]);
  expect(await listAlerts(small.locationA1)).toHaveLength(2);
  expect(await listAlerts(small.wardA1y)).toEqual([]);
});

test('an alert is acknowledged, attended and resolved, and its history names each actor and time', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  expect(await stateAfter(act(uuid, 'acknowledge'))).toEqual([200, 'acknowledged']);
  expect(await stateAfter(act(uuid, 'attend'))).toEqual([200, 'attended']);
  const resolved = act(uuid, 'resolve', { body: { resolution: 'helped', note: 'A bruise on the left arm.' } });
  expect(await (await resolved).json()).toMatchObject({
    state: 'resolved',
    resolution: 'helped',
    note: 'A bruise on the left arm.',
  });
  expect(await listAlerts()).toEqual([]);
  const by = { kind: 'user', subject: app.token, displayName: `Name of ${app.token}` };
  const at = night + 1_000;
  expect(await historyOf(uuid)).toEqual([
    { event: 'opened', at, by: { kind: 'device' } },
    { event: 'acknowledged', at, by },
    { event: 'attended', at, by },
    { event: 'resolved', at, by },
  ]);
});

test('a nurse who acknowledges a fall also acknowledges the "out of bed" of the room, and both histories name her', async () => {
  await report(fall);
  await report(outOfBed);
  const uuids = (await listAlerts()).map(({ uuid }) => uuid);
  expect(await stateAfter(act(uuids[0] ?? '', 'acknowledge', { body: await seenNow() }))).toEqual([
    200,
    'acknowledged',
  ]);
  for (const uuid of uuids) {
    expect(await historyOf(uuid)).toMatchObject([
      { event: 'opened' },
      { event: 'acknowledged', by: { kind: 'user', subject: app.token } },
    ]);
  }
  expect(await stateAfter(act(uuids[0] ?? '', 'withdraw'))).toEqual([200, 'raised']);
  expect((await listAlerts()).map(({ state }) => state)).toEqual(['raised', 'raised']);
});

test('when two nurses acknowledge at once, one succeeds and the response to the other names the one who succeeded', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  const nurses = [nurseOf(small.wardA1x), nurseOf(small.wardA1x)];
  const answers = await Promise.all(nurses.map((token) => act(uuid, 'acknowledge', { token })));
  expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
  const winner = nurses[answers.findIndex(({ status }) => status === 200)];
  const refusal = z.parse(Conflict, await answers.find(({ status }) => status === 409)?.json());
  expect(refusal.current).toMatchObject({ state: 'acknowledged', by: { kind: 'user', subject: winner } });
});

test('a repeated call changes nothing, and a call after the resolution is refused with the resolved alert', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  expect(await stateAfter(act(uuid, 'acknowledge'))).toEqual([200, 'acknowledged']);
  expect(await stateAfter(act(uuid, 'acknowledge'))).toEqual([200, 'acknowledged']);
  expect(await stateAfter(act(uuid, 'resolve', { body: { resolution: 'false-alarm' } }))).toEqual([200, 'resolved']);
  expect(await historyOf(uuid)).toHaveLength(3);
  // The response to the resolution was lost, so the board sends the resolution again.
  expect(await stateAfter(act(uuid, 'resolve', { body: { resolution: 'false-alarm' } }))).toEqual([200, 'resolved']);
  expect(await historyOf(uuid)).toHaveLength(3);
  const other = await act(uuid, 'resolve', { token: nurseOf(small.wardA1x), body: { resolution: 'false-alarm' } });
  expect(other.status).toBe(409);
  const late = await act(uuid, 'attend');
  expect(late.status).toBe(409);
  expect(z.parse(Conflict, await late.json()).current).toMatchObject({ state: 'resolved', resolution: 'false-alarm' });
});

/** What a board sends about the alerts that it shows now. */
async function seenNow() {
  return {
    seen: Object.fromEntries((await listAlerts()).map(({ uuid, raisedAgainCount }) => [uuid, raisedAgainCount])),
  };
}

test('an answer to a first fall that arrives after a second one is refused with the present state of the alert', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  const before = await seenNow();
  await act(uuid, 'attend', { body: before });
  await report(inBed);
  await report(fall);
  const late = [
    await act(uuid, 'acknowledge', { body: before }),
    await act(uuid, 'attend', { body: before }),
    await act(uuid, 'resolve', { body: { ...before, resolution: 'helped' } }),
    await act(uuid, 'resolve', { body: { resolution: 'helped' } }),
  ];
  for (const response of late) {
    expect(response.status).toBe(409);
    expect(z.parse(Conflict, await response.json()).current).toMatchObject({ state: 'raised', raisedAgainCount: 1 });
  }
  const resolved = act(uuid, 'resolve', { body: { ...(await seenNow()), resolution: 'helped' } });
  expect(await stateAfter(resolved)).toEqual([200, 'resolved']);
});

test('"on my way" for a fall does not acknowledge a second alert that the sender has not seen', async () => {
  await report(fall);
  const before = await seenNow();
  const { uuid } = await onlyAlert();
  await report(outOfBed);
  expect(await stateAfter(act(uuid, 'acknowledge', { body: before }))).toEqual([200, 'acknowledged']);
  expect((await listAlerts()).map(({ state }) => state)).toEqual(['acknowledged', 'raised']);
  expect(await stateAfter(act(uuid, 'attend', { body: await seenNow() }))).toEqual([200, 'attended']);
  expect((await listAlerts()).map(({ state }) => state)).toEqual(['attended', 'attended']);
});

test('a resolution contains whether somebody was in the room: from "I am here", from the user, or unknown', async () => {
  const attended = async (isHere: boolean, claim?: boolean) => {
    await report(fall);
    const { uuid } = await onlyAlert();
    if (isHere) await act(uuid, 'attend');
    const body = { resolution: 'false-alarm', ...(claim !== undefined && { attended: claim }) };
    const alert = z.parse(ListedAlert, await (await act(uuid, 'resolve', { body })).json());
    await report(inBed);
    return alert.attended;
  };
  expect([
    await attended(true),
    await attended(false, true),
    await attended(false, false),
    await attended(false),
  ]).toEqual([true, true, false, null]);
});

test('a note loses invisible characters, and its answer is never refused because of them', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  const note = 'left\u0000arm\n\u001B[31m\u202Esiurb \uD800 \u{1F9D1}\u200D\u{1F9BC}';
  const resolved = await act(uuid, 'resolve', { body: { resolution: 'helped', note } });
  expect(await resolved.json()).toMatchObject({ note: 'left arm  [31m siurb \uFFFD \u{1F9D1}\u200D\u{1F9BC}' });
});

test('the live event `alert` contains the open alerts of a room, and an answer sends no roomStatus event', async () => {
  const events = await readEvents(app.url, small.wardA1x, app.token);
  await report(fall);
  expect(await events.next()).toMatchObject([{ roomStatus: fall, revision: 1 }]);
  expect(await events.nextAlerts()).toMatchObject([
    { streamUUID: small.streamA1x1, alertRevision: 1, alerts: [{ state: 'raised' }] },
  ]);
  const { uuid } = await onlyAlert();
  await act(uuid, 'acknowledge');
  expect(await events.nextAlerts()).toMatchObject([
    { alertRevision: 2, alerts: [{ state: 'acknowledged', by: { displayName: `Name of ${app.token}` } }] },
  ]);
  await act(uuid, 'resolve', { body: { resolution: 'helped' } });
  expect(await events.nextAlerts()).toMatchObject([{ alertRevision: 3, alerts: [] }]);
  await report(inBed);
  expect(await events.next()).toMatchObject([{ roomStatus: inBed, revision: 2 }]);
  events.close();
});

const pause = (action: 'pause' | 'resume', { body = {}, token = app.token } = {}) =>
  app.post(`/streams/${small.streamA1x1}/${action}`, action === 'pause' ? body : undefined, token);
const startDrill = (status: number, token?: string) =>
  app.post(`/streams/${small.streamA1x1}/drill`, { status }, token);

test('a drill is an alert that is marked as a test, beside the real one of the same status', async () => {
  const drill = (token: string) => startDrill(fall, token);
  expect((await drill(app.users.token([everything], { roles: ['ward-nurse'] }))).status).toBe(403);
  expect((await drill(nurseOf(small.wardA1y))).status).toBe(404);
  expect((await drill(app.token)).status).toBe(200);
  expect((await drill(app.token)).status).toBe(200);
  await report(fall);
  expect((await listAlerts()).map(({ status, isTest, state }) => [status, isTest, state])).toEqual([
    [fall, true, 'raised'],
    [fall, false, 'raised'],
  ]);
});

test('the resolution "test" ends a drill and no real alert', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  const refused = await act(uuid, 'resolve', { body: { resolution: 'test' } });
  expect(await refused.json()).toMatchObject({ status: 422, errors: [{ field: 'resolution' }] });
  expect(await stateAfter(act(uuid, 'resolve', { body: { resolution: 'helped' } }))).toEqual([200, 'resolved']);
  await startDrill(fall);
  const drill = await onlyAlert();
  expect(await stateAfter(act(drill.uuid, 'resolve', { body: { resolution: 'test' } }))).toEqual([200, 'resolved']);
});

test('a drill stays open until a user answers it, whatever the room reports', async () => {
  await startDrill(outOfBed);
  for (const status of [inBed, staffEntering, 24, outOfBed, inBed]) await report(status);
  const drill = async () => (await listAlerts()).filter(({ isTest }) => isTest);
  expect(await drill()).toMatchObject([{ status: outOfBed, state: 'raised' }]);
});

/** Reports a fall, and says that the sensor is faulty. Returns the alert that says so. */
async function startFault() {
  await report(fall);
  const { uuid } = await onlyAlert();
  const resolve = (body: object) => act(uuid, 'resolve', { body: { resolution: 'sensor-faulty', ...body } });
  expect((await resolve({})).status, 'nobody has looked').toBe(422);
  expect(await stateAfter(resolve({ attended: true }))).toEqual([200, 'resolved']);
  return onlyAlert();
}

test('while a sensor is marked as faulty its falls are counted in a technical alert and open no other', async () => {
  const fault = await startFault();
  const who = { kind: 'user', subject: app.token };
  expect(fault).toMatchObject({ status: fall, priority: 'technical', isFault: true, state: 'raised', by: who });
  for (const status of [inBed, fall, fall, inBed, fall]) await report(status);
  expect(await onlyAlert()).toMatchObject({ uuid: fault.uuid, state: 'raised', raisedAgainCount: 2 });
  await report(outOfBed);
  const others = async () => (await listAlerts()).filter(({ isFault }) => !isFault);
  expect(await others(), 'other statuses of the room alert').toMatchObject([{ status: outOfBed, state: 'raised' }]);
  await report(inBed);
  for (const resolution of ['helped', 'sensor-faulty']) {
    expect((await act(fault.uuid, 'resolve', { body: { resolution, attended: true } })).status).toBe(422);
  }
  const repaired = act(fault.uuid, 'resolve', { body: { resolution: 'repaired' } });
  expect(await stateAfter(repaired)).toEqual([200, 'resolved']);
  expect(await listAlerts()).toEqual([]);
  await report(fall);
  expect(await onlyAlert()).toMatchObject({ status: fall, priority: 'high', isFault: false, state: 'raised' });
});

test('a sensor that is marked as repaired while it reports a fall raises an alert at once', async () => {
  const fault = await startFault();
  await act(fault.uuid, 'resolve', { body: { resolution: 'repaired' } });
  expect(await onlyAlert()).toMatchObject({ status: fall, priority: 'high', state: 'raised' });
});

test('a known sensor fault is raised again after eight hours', async () => {
  const { uuid } = await startFault();
  await act(uuid, 'acknowledge');
  const clocks = { now: () => time, monotonic: () => 0 };
  const watchdog = createWatchdog({ ...app, receiver: app.receiver, ...clocks, log: { warn: () => undefined } });
  time += 8 * 3_600_000 - 1;
  await watchdog.check();
  expect(await onlyAlert()).toMatchObject({ uuid, state: 'acknowledged' });
  time += 1;
  await watchdog.check();
  expect(await onlyAlert()).toMatchObject({ uuid, state: 'raised' });
});

test('the pause history names the user who paused a room and the user or the time that ended the pause', async () => {
  const nurse = nurseOf(small.wardA1x);
  const pausedAt = time;
  await pause('pause', { token: nurse, body: { minutes: 10 } });
  time += 60_000;
  await pause('resume');
  await pause('resume');
  await pause('pause', { body: { minutes: 1 } });
  time += 60_000;
  const clocks = { now: () => time, monotonic: () => 0 };
  await createWatchdog({ ...app, receiver: app.receiver, ...clocks, log: { warn: () => undefined } }).check();
  const rows = await app.database.query.selectFrom('pause_event').selectAll().orderBy('sequence').execute();
  const byUser = (subject: string) => ({ kind: 'user', subject, displayName: `Name of ${subject}` });
  expect(rows.map(({ sequence: _sequence, ...row }) => row)).toEqual(
    [
      { event: 'paused', at: pausedAt, by: byUser(nurse), ends_at: pausedAt + 600_000 },
      { event: 'resumed', at: pausedAt + 60_000, by: byUser(app.token), ends_at: null },
      { event: 'paused', at: pausedAt + 60_000, by: byUser(app.token), ends_at: pausedAt + 120_000 },
      { event: 'ended', at: pausedAt + 120_000, by: { kind: 'server' }, ends_at: null },
    ].map(({ by, ...row }) => ({ ...row, actor: JSON.stringify(by), stream_uuid: small.streamA1x1 })),
  );
});

test('the list of streams and the live event contain the pause of a room', async () => {
  const events = await readEvents(app.url, small.wardA1x, app.token);
  await pause('pause');
  const until = new Date(time + 15 * 60_000).toISOString();
  expect(await events.nextAlerts()).toMatchObject([{ alertRevision: 1, alerts: [], pause: { until } }]);
  const list = async () => {
    const response = await app.get(`/streams?locationUUID=${small.wardA1x}`);
    return z.parse(endpoints.listStreams.response, await response.json()).items[0];
  };
  expect(await list()).toMatchObject({ pause: { until } });
  await pause('resume');
  expect((await events.nextAlerts()).map((room) => room.pause)).toEqual([undefined]);
  expect(await list()).not.toHaveProperty('pause');
  events.close();
});

test('the list of streams has the open alerts of each room', async () => {
  await report(fall);
  await report(staffEntering);
  const response = await app.get(`/streams?locationUUID=${small.wardA1x}`);
  const { items } = z.parse(endpoints.listStreams.response, await response.json());
  expect(items.map(({ alertRevision, alerts }) => [alertRevision, alerts?.map(({ state }) => state)])).toEqual([
    [2, ['attended']],
    [0, undefined],
    [0, undefined],
  ]);
});

test('an alert that a newer version has written is shown, and the reports of its room are stored', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  const newer = {
    uuid,
    streamUUID: small.streamA1x1,
    status: fall,
    startedAt: 1,
    since: 1,
    state: 'escalated',
    floor: 3,
  };
  await changeRoom(app.database, small.streamA1x1, { open_alerts: JSON.stringify([newer, 'no alert']) });
  await report(inBed);
  expect(await onlyAlert()).toMatchObject({ uuid, priority: 'high', state: 'raised' });
  expect(await stateAfter(act(uuid, 'acknowledge'))).toEqual([200, 'acknowledged']);
  const stored = app.database.query.selectFrom('stream').select('open_alerts').where('uuid', '=', small.streamA1x1);
  expect((await stored.executeTakeFirst())?.open_alerts).toContain('"floor":3');
});

test('a room that becomes inactive or moves to another ward keeps its open alerts', async () => {
  await report(fall);
  await changeRoom(app.database, small.streamA1x1, { status: 'INACTIVE', ward_uuid: small.wardA1y });
  await report(outOfBed);
  expect(await listAlerts()).toEqual([]);
  const [alert, ...others] = await listAlerts(small.wardA1y);
  expect([alert?.status, others]).toEqual([fall, []]);
  const token = nurseOf(small.wardA1y);
  expect(await stateAfter(act(alert?.uuid ?? '', 'acknowledge', { token }))).toEqual([200, 'acknowledged']);
});

test('no log line contains the note of an alert or the name of a user', async () => {
  await report(fall);
  const { uuid } = await onlyAlert();
  const note = 'Mrs Miller, bruise';
  await act(uuid, 'resolve', { body: { resolution: 'wrong', note } });
  await act(uuid, 'resolve', { body: { resolution: 'helped', note } });
  await act(uuid, 'resolve', { body: { resolution: 'test', note } });
  const log = app.log.join('\n');
  expect(log).toContain(uuid);
  expect(log).not.toContain(note);
  expect(log).not.toContain('Name of');
});
