import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventReader, readEvents } from '../../../tests/support/event-reader.ts';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import type { Delivery } from '../../domain/notices/delivery.ts';
import { type Scope, userOfGroups } from '../../domain/user.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';

const scope: Scope = { kind: 'ward', uuid: small.wardA1x };

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
    findUser: async ({ subject }) => userOfGroups({ subject, displayName: subject }, ['night'], [right]),
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
  outcomes.set('Marc', { outcome: 'failed', reason: 'no-phone', isFinal: true, retryAfterMs: null });
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
