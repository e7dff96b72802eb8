import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { storeDeliveries } from '../../../../tests/support/reports/test-receiver.ts';
import type { Database } from '../../database/database.ts';
import { parseAlerts } from '../../database/open-alerts.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const minute = 60_000;
const [fall, inBed] = [1, 5];

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

interface Sent {
  readonly status: number;
  /** The time in the report. Missing: the device sends none. */
  readonly at?: number;
  readonly receivedAt: number;
}

/** Stores reports with one id in one transaction. */
function store(reports: readonly Omit<Sent, 'receivedAt'>[], receivedAt: number) {
  const report = {
    kind: 'report',
    streamUUID: small.streamA1x1,
    notification: true,
    debounceMs: null,
    id: '7',
  } as const;
  const items = reports.map(({ status, at = null }) => ({ ...report, status, at }));
  return storeDeliveries(database.reports, [{ sender: { keyId: 'mat', scope: everything }, items, receivedAt }]);
}

/** Returns the outcomes of reports with one id, each received in a transaction of its own. */
async function outcomesOf(reports: readonly Sent[]): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (const { receivedAt, ...report } of reports) {
    const stored = await store([report], receivedAt);
    outcomes.push(...stored.outcomes.flat().map(({ outcome }) => outcome));
  }
  return outcomes;
}

test.each<[string, Sent, Sent, string]>([
  [
    'the same report is sent again at once',
    { status: fall, receivedAt: noon },
    { status: fall, receivedAt: noon + 5_000 },
    'duplicate',
  ],
  [
    'the same report is sent again a day later, with its time',
    { status: fall, at: noon, receivedAt: noon },
    { status: fall, at: noon, receivedAt: noon + 1_440 * minute },
    'duplicate',
  ],
  [
    'a status other than a fall is sent again hours later, without a time',
    { status: inBed, receivedAt: noon },
    { status: inBed, receivedAt: noon + 300 * minute },
    'duplicate',
  ],
  [
    'a device that counts its reports begins anew and reports a fall',
    { status: inBed, receivedAt: noon },
    { status: fall, receivedAt: noon + 300 * minute },
    'accepted',
  ],
  [
    'a device that counts its reports begins anew, and the report with the same number is a fall again',
    { status: fall, receivedAt: noon },
    { status: fall, receivedAt: noon + 300 * minute },
    'accepted',
  ],
  [
    'a device whose clock is an hour ahead sends a report again',
    { status: fall, at: noon + 60 * minute, receivedAt: noon },
    { status: fall, at: noon + 60 * minute, receivedAt: noon + minute },
    'duplicate',
  ],
  [
    'another time of a report',
    { status: inBed, at: noon, receivedAt: noon },
    { status: inBed, at: noon + 300 * minute, receivedAt: noon + 300 * minute },
    'accepted',
  ],
])('a report id is used twice: %s', async (_title, first, second, expected) => {
  expect(await outcomesOf([first, second])).toEqual(['accepted', expected]);
});

test('a fall with the id of an earlier report opens its alert, and is stored without the id', async () => {
  await outcomesOf([
    { status: inBed, receivedAt: noon },
    { status: fall, receivedAt: noon + 300 * minute },
  ]);
  const row = database.query.selectFrom('stream').select('open_alerts').where('uuid', '=', small.streamA1x1);
  expect(parseAlerts((await row.executeTakeFirstOrThrow()).open_alerts)).toMatchObject([
    { status: fall, state: 'raised' },
  ]);
  const log = database.query.selectFrom('report').select(['status', 'report_id']).orderBy('sequence');
  expect(await log.execute()).toEqual([
    { status: inBed, report_id: '7' },
    { status: fall, report_id: null },
  ]);
});

test('a device whose clock is an hour ahead sends a report twice in one transaction', async () => {
  const { outcomes } = await store(
    [fall, fall].map((status) => ({ status, at: noon + 60 * minute })),
    noon,
  );
  expect(outcomes.flat().map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate']);
});

test('a fall with the id of another report of the same transaction opens its alert', async () => {
  const { outcomes, transitions } = await store(
    [inBed, fall, fall].map((status) => ({ status })),
    noon,
  );
  expect(outcomes.flat().map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(transitions).toMatchObject([{ event: 'opened', alert: { status: fall } }]);
});
