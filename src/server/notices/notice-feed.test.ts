import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventReader, readEvents } from '../../../tests/support/event-reader.ts';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { Handover } from '../../contract/handover/handover.ts';
import { RoomHistory } from '../../contract/history/room-history.ts';
import { statusEndpoints } from '../../contract/status/status.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Delivery } from '../../domain/notices/delivery.ts';
import { groupOfSubject, type Scope, userOfGroups } from '../../domain/user.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { pruneDatabase } from '../maintenance/prune.ts';
import { workingPhoneOf } from '../../../tests/support/phones/working-phone.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';

const scope: Scope = { kind: 'ward', uuid: small.wardA1x };

const failed: Delivery = { outcome: 'failed', reason: 'no-phone', isFinal: true, retryAfterMs: null };

let app: SmallApp;
let time: number;
let worker: NoticeWorker;
let outcomes: Map<string, Delivery>;
const viewers: EventReader[] = [];

beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 2);
  outcomes = new Map();
  app = await startSmallApp({ now: () => time });
  const right = { group: 'night', role: 'ward-nurse', scope } as const;
  const send = async (recipient: string): Promise<Delivery> => outcomes.get(recipient) ?? { outcome: 'accepted' };
  worker = createNoticeWorker({
    database: app.database,
    findUsers: async (people) =>
      people.map(({ subject }) => userOfGroups({ subject, displayName: subject }, ['night'], [right])),
    senders: { toPerson: send, toContact: send },
    onChanged: app.bus.publishNoticeChange,
    now: () => time,
    log: { warn: () => undefined },
  });
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close();
  await app.close();
});

async function view(ward: string): Promise<EventReader> {
  const viewer = await readEvents(app.url, ward, app.token);
  viewers.push(viewer);
  return viewer;
}

async function goOnDuty(subject: string): Promise<void> {
  const row = { ward_uuid: small.wardA1x, subject, display_name: subject, group_names: '["night"]' };
  const times = { since_at: time, until_at: time + 8 * 3_600_000 };
  await app.database.query
    .insertInto('duty')
    .values({ ...row, ...times })
    .execute();
}

/** Moves the clock and lets the worker check, without another call of a board. */
async function wait(seconds: number): Promise<void> {
  time += seconds * 1_000;
  await worker.check();
  await worker.idle();
}

const shownOf = ({ notices }: Awaited<ReturnType<EventReader['nextNotices']>>) =>
  notices.map(({ name, outcome }) => `${name} ${outcome}`).toSorted();

test('who was reached is on every board of the ward as soon as it is stored, and on no board of another ward', async () => {
  const [first, second, other] = [await view(small.wardA1x), await view(small.wardA1x), await view(small.wardA1y)];
  await goOnDuty('Nora');
  await goOnDuty('Marc');
  outcomes.set('Marc', failed);
  await app.report({ stream: small.streamA1x1, status: 'man_down' });
  await wait(30);
  const expected = ['Marc failed', 'Nora accepted'];
  for (const viewer of [first, second]) {
    // Each delivery is one event, so the first may have one of the two only.
    let shown: readonly string[] = [];
    while (shown.length < 2 || shown.some((text) => text.endsWith('sending')))
      shown = shownOf(await viewer.nextNotices());
    expect(shown).toEqual(expected);
  }
  other.close();
  await expect(other.nextNotices()).rejects.toThrow('the connection has ended');
});

test('who goes on and off duty is on every board of the ward at once', async () => {
  const [viewer, other] = [await view(small.wardA1x), await view(small.wardA1y)];
  const nextOnDuty = async () => (await viewer.nextNotices()).onDuty?.map(({ displayName }) => displayName);
  const nora = app.users.token([scope], { expiresAt: Number.MAX_SAFE_INTEGER });
  await replaceGroupRights(app.database, [{ group: groupOfSubject(nora), role: 'ward-nurse', scope }]);
  await app.post(`/wards/${small.wardA1x}/duty`, undefined, nora);
  expect(await nextOnDuty()).toHaveLength(1);
  const headers = { authorization: `Bearer ${nora}` };
  await fetch(`${app.url}/api/wards/${small.wardA1x}/duty`, { method: 'DELETE', headers });
  expect(await nextOnDuty()).toEqual([]);
  other.close();
  await expect(other.nextNotices()).rejects.toThrow('the connection has ended');
});

/** The latest state on the board of the ward. */
async function shownOn(viewer: EventReader, expected: readonly string[]): Promise<void> {
  let shown: readonly string[] | undefined;
  while (shown?.join() !== expected.join()) shown = shownOf(await viewer.nextNotices());
}

async function readFinding(name: string) {
  const token = app.users.token([everything], { roles: ['administrator'], expiresAt: Number.MAX_SAFE_INTEGER });
  const response = await app.get('/manage/status', token);
  const { findings } = statusEndpoints.getSystemStatus.response.parse(await response.json());
  return findings.find((finding) => finding.name === name);
}

test('an alert whose chain reaches nobody says so on the board and in the system status, until somebody is reached', async () => {
  const viewer = await view(small.wardA1x);
  const raisedAt = toIsoTime(time);
  await app.report({ stream: small.streamA1x1, status: 'man_down' });
  await wait(119);
  expect(await readFinding('alerts-unreached')).toBeUndefined();
  await wait(1);
  await shownOn(viewer, ['null nobody']);
  expect(await readFinding('alerts-unreached')).toMatchObject({
    level: 'problem',
    since: raisedAt,
    values: { rooms: 'Room 1 (Ward X)' },
  });
  outcomes.set('Marc', failed);
  await goOnDuty('Marc');
  await wait(1);
  await wait(1);
  await shownOn(viewer, ['Marc failed', 'null nobody']);
  await goOnDuty('Nora');
  await wait(1);
  await shownOn(viewer, ['Marc failed', 'Nora accepted']);
  expect(await readFinding('alerts-unreached')).toBeUndefined();
});

test('an answer ends what an alert says about nobody, and an alert that all messages missed says it too', async () => {
  const viewer = await view(small.wardA1x);
  outcomes.set('Marc', failed);
  await goOnDuty('Marc');
  await app.report({ stream: small.streamA1x1, status: 'man_down' });
  for (const seconds of [30, 90]) await wait(seconds);
  await shownOn(viewer, ['Marc failed', 'null nobody']);
  const [alert] = await app.alertsOf();
  await app.post(`/alerts/${alert?.uuid}/acknowledge`, { seen: { [alert?.uuid ?? '']: 0 } });
  await wait(1);
  await shownOn(viewer, ['Marc failed']);
  expect(await readFinding('alerts-unreached')).toBeUndefined();
});

test('the history of an alert has each message with its result, as long as the alert is kept', async () => {
  const from = time;
  outcomes.set('Marc', failed);
  await goOnDuty('Marc');
  await app.report({ stream: small.streamA1x1, status: 'man_down' });
  await wait(30);
  await goOnDuty('Nora');
  await wait(100);
  await goOnDuty('Otto');
  outcomes.set('Otto', failed);
  await wait(10);
  time += 1_000;
  const [alert] = await app.alertsOf();
  await app.post(`/alerts/${alert?.uuid}/resolve`, { resolution: 'helped', attended: true });
  const { alerts } = RoomHistory.parse(await (await app.get(`/streams/${small.streamA1x1}/history`)).json());
  const seconds = (at: string) => (Date.parse(at) - from) / 1_000;
  expect(alerts[0]?.notices.map(({ at, ...notice }) => [seconds(at), ...Object.values(notice)])).toEqual([
    [30, 'person', 'Marc', 'failed', 'no-phone'],
    [130, 'person', 'Nora', 'accepted', null],
    [140, 'person', 'Otto', 'failed', 'no-phone'],
  ]);
  const csv = await (await app.get(`/streams/${small.streamA1x1}/history.csv`)).text();
  expect(csv).toMatch(/opened [^;]+; message \S+ failed no-phone Marc; message \S+ accepted Nora; message \S+ failed/);
  const path = `/wards/${small.wardA1x}/handover?at=${toIsoTime(from)}`;
  const { rooms } = Handover.parse(await (await app.get(path)).json());
  expect(rooms.flatMap((room) => room.alerts.flatMap(({ notices }) => notices.map(({ name }) => name)))).toEqual([
    'Marc',
    'Nora',
    'Otto',
  ]);
  const prune = (before: number) => pruneDatabase(app.database, { before, now: time }, () => undefined);
  const count = async () => (await app.database.query.selectFrom('notice').select('uuid').execute()).length;
  await prune(time);
  expect(await count()).toBe(3);
  await prune(time + 1);
  expect(await count()).toBe(0);
});

test('the system status names the wards in which a message would reach nobody, once a home uses messages', async () => {
  expect(await readFinding('messages-unused')).toMatchObject({ level: 'ok' });
  await goOnDuty('Nora');
  const right = { group_name: 'night', role: 'ward-nurse', scope_kind: 'everything', scope_uuid: '' } as const;
  await app.database.query.insertInto('group_right').values(right).execute();
  const places = async () => (await readFinding('wards-unreachable'))?.values['places'];
  expect(await places(), 'without a phone').toContain('Ward X (Harbour House)');
  const subscription = { endpoint: 'https://push.example.org/1', keys: { p256dh: '', auth: '' } };
  const phone = workingPhoneOf({ subject: 'Nora', groups: ['night'] }, subscription, time);
  await app.database.query.insertInto('phone').values(phone).execute();
  const others = await places();
  expect(others).not.toContain('Ward X (Harbour House)');
  expect(others).not.toBe('');
  await app.database.query.updateTable('phone').set({ gone_at: time }).execute();
  expect(await places(), 'with a phone that has stopped').toContain('Ward X (Harbour House)');
  await app.database.query.updateTable('phone').set({ gone_at: null }).execute();
  time += 9 * 3_600_000;
  expect(await places(), 'after the shift').toContain('Ward X (Harbour House)');
});
