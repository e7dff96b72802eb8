import { describe, expect, test } from 'vitest';
import type { ProcessFailure } from './finding.ts';
import { findingsOf } from './system-status.ts';
import type { ProcessFacts, SystemFacts } from './system-facts.ts';

const at = '2026-03-01T02:00:00.000Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString();

function processFacts(changes: Partial<ProcessFacts> = {}): ProcessFacts {
  return {
    name: 'a:3001',
    startedAt: minutesAgo(600),
    seenAt: at,
    failing: [],
    clockAheadMs: 0,
    storedAt: minutesAgo(1),
    storedPerMinute: 40,
    signInWarnings: [],
    ...changes,
  };
}

const failing = (failure: ProcessFailure, since: string) => ({ failing: [{ failure, since }] });

const healthy: SystemFacts = {
  at,
  processes: [processFacts()],
  freeDiskBytes: 50 * 1024 ** 3,
  isBusUsed: true,
  isBrokerUsed: true,
  publishedTopic: 'room-status-3f2a9c1e',
  connectionCount: 2,
  isProviderExternal: true,
  unknownRoomAlerts: [],
  unreachedAlerts: [],
  reach: { isUsed: true, unreachable: [] },
  alertsOff: [],
  roomCount: 24,
  roomsWithoutDevice: 0,
  silent: { count: 0, since: null },
  batteries: { roomCount: 0, low: [] },
  boards: [{ isWatching: true, isSoundProven: true }],
  unwatchedWards: [],
  backup: { isOwn: true, at: minutesAgo(600) },
  logArchive: { isFailing: false, at: minutesAgo(1) },
};

/** Returns the names of the problems with their times. */
const problemsOf = (changes: Partial<SystemFacts>) =>
  findingsOf({ ...healthy, ...changes }).flatMap(({ name, level, since }) =>
    level === 'ok' ? [] : [since === null ? name : `${name} ${since.slice(11, 16)}`],
  );
const names = (changes: Partial<SystemFacts>) => findingsOf({ ...healthy, ...changes }).map(({ name }) => name);

test('a system in which everything works has one finding for each part, and nothing is wrong', () => {
  expect(problemsOf({})).toEqual([]);
  const parts = findingsOf(healthy).map(({ part }) => part);
  expect(parts.toSorted()).toEqual([
    'archive',
    'backup',
    'boards',
    'broker',
    'bus',
    'clock',
    'database',
    'devices',
    'disk',
    'equipment',
    'intake',
    'messages',
    'processes',
    'publisher',
    'sign-in',
  ]);
});

test('the system status has no finding about a part that the installation does not use', () => {
  const unused = {
    isBusUsed: false,
    isBrokerUsed: false,
    publishedTopic: null,
    connectionCount: 0,
    isProviderExternal: false,
    roomCount: 0,
    logArchive: null,
  };
  expect(names({ ...unused, freeDiskBytes: null })).toEqual([
    'database-ok',
    'processes-ok',
    'clock-ok',
    'messages-ok',
    'devices-ok',
    'boards-ok',
    'backup-ok',
  ]);
});

describe('failures of processes', () => {
  test('a failure of a process replaces the finding that the part works, and has the earliest time of all processes', () => {
    const processes = [
      processFacts(failing('bus-down', minutesAgo(3))),
      processFacts({ name: 'b:3001', ...failing('bus-down', minutesAgo(5)) }),
    ];
    expect(problemsOf({ processes })).toEqual(['bus-down 01:55']);
    expect(names({ processes })).not.toContain('bus-ok');
  });

  test.each(['broker-down', 'publisher-down', 'messages-stopped'] as const)(
    '%s is a problem only when all processes have it, since the time at which the last one got it',
    (failure) => {
      const down = processFacts(failing(failure, minutesAgo(9)));
      expect(problemsOf({ processes: [down, processFacts({ name: 'b:3001' })] })).toEqual([]);
      const other = processFacts({ name: 'b:3001', ...failing(failure, minutesAgo(2)) });
      expect(problemsOf({ processes: [down, other] })).toEqual([`${failure} 01:58`]);
    },
  );

  test('a process without a report for 30 s is missing, and its last reported failures are ignored', () => {
    const missing = processFacts({ name: 'b:3001', seenAt: minutesAgo(0.5), ...failing('bus-down', minutesAgo(5)) });
    expect(problemsOf({ processes: [processFacts(), missing] })).toEqual(['process-missing 01:59']);
  });

  test('a clock that differs from the clock of the database by more than 5 s is a finding', () => {
    expect(problemsOf({ processes: [processFacts({ clockAheadMs: 5_000 })] })).toEqual([]);
    expect(problemsOf({ processes: [processFacts({ clockAheadMs: -5_001 })] })).toEqual(['clock-wrong']);
  });
});

test('devices from which nothing was received for 15 minutes are a problem, also if the process has received nothing since its start', () => {
  expect(problemsOf({ processes: [processFacts({ storedAt: minutesAgo(14) })] })).toEqual([]);
  expect(problemsOf({ processes: [processFacts({ storedAt: minutesAgo(15) })] })).toEqual(['intake-silent 01:45']);
  const restarted = processFacts({ storedAt: null, startedAt: minutesAgo(20) });
  expect(problemsOf({ processes: [restarted] })).toEqual(['intake-silent 01:40']);
  expect(problemsOf({ processes: [restarted], roomCount: 0 })).toEqual([]);
});

test('the system status shows some silent rooms as a notice, and half of the rooms as a problem', () => {
  const since = minutesAgo(50);
  expect(problemsOf({ silent: { count: 11, since } })).toEqual(['devices-silent 01:10']);
  expect(problemsOf({ silent: { count: 12, since } })).toEqual(['devices-mostly-silent 01:10']);
});

test('rooms that never sent anything have a finding of their own and do not count as silent', () => {
  const since = minutesAgo(50);
  const restarted = processFacts({ storedAt: null, startedAt: minutesAgo(60) });
  expect(problemsOf({ processes: [restarted], roomsWithoutDevice: 24 })).toEqual(['rooms-without-device']);
  expect(problemsOf({ roomsWithoutDevice: 20 })).toEqual(['rooms-without-device']);
  expect(problemsOf({ roomsWithoutDevice: 20, silent: { count: 2, since } })).toEqual([
    'devices-mostly-silent 01:10',
    'rooms-without-device',
  ]);
});

test('the system status lists unwatched wards before boards without sound', () => {
  const boards = [
    { isWatching: false, isSoundProven: false },
    { isWatching: true, isSoundProven: true },
  ];
  expect(problemsOf({ boards })).toEqual(['boards-not-watching']);
  expect(problemsOf({ boards: [] })).toEqual(['boards-none']);
  expect(problemsOf({ boards, unwatchedWards: [{ since: minutesAgo(4) }, { since: minutesAgo(7) }] })).toEqual([
    'wards-unwatched 01:56',
    'boards-not-watching',
  ]);
});

test('the system status warns of little disk space, a missing backup and a backup older than a week', () => {
  expect(problemsOf({ freeDiskBytes: 1024 ** 3 })).toEqual([]);
  expect(problemsOf({ freeDiskBytes: 1024 ** 3 - 1 })).toEqual(['disk-low']);
  expect(problemsOf({ backup: { isOwn: true, at: null } })).toEqual(['backup-none']);
  expect(problemsOf({ backup: { isOwn: true, at: minutesAgo(7 * 1440 + 1) } })).toEqual(['backup-old 01:59']);
});

test('the system status warns when no backup of PostgreSQL was recorded for a week, and when its log is not archived', () => {
  const backup = { isOwn: false, at: minutesAgo(7 * 1440) };
  expect(problemsOf({ backup })).toEqual([]);
  expect(problemsOf({ backup: { ...backup, at: minutesAgo(7 * 1440 + 1) } })).toEqual(['backup-unrecorded 01:59']);
  expect(problemsOf({ backup: { ...backup, at: null } })).toEqual(['backup-unrecorded']);
  expect(problemsOf({ logArchive: { isFailing: true, at: minutesAgo(9) } })).toEqual(['archive-failing 01:51']);
  expect(names({ logArchive: null })).not.toContain('archive-ok');
});

test('the system status shows a full disk as a single problem, before all warnings', () => {
  const processes = [processFacts(failing('disk-full', minutesAgo(1)))];
  expect(problemsOf({ processes, silent: { count: 1, since: null } })).toEqual(['disk-full 01:59', 'devices-silent']);
});

test('the system status names rooms with a low battery, and has no battery finding if no battery is known', () => {
  const batteries = (low: readonly string[]) =>
    findingsOf({ ...healthy, batteries: { roomCount: 20, low } }).find(({ part }) => part === 'batteries');
  expect(names({})).not.toContain('batteries-ok');
  expect(batteries([])).toMatchObject({ name: 'batteries-ok', level: 'ok', values: { count: 20 } });
  expect(batteries(['Room 1', 'Room 2'])).toMatchObject({
    name: 'batteries-low',
    level: 'notice',
    values: { count: 2, rooms: 'Room 1, Room 2' },
  });
  const many = Array.from({ length: 11 }, (_, index) => `Room ${index + 1}`);
  expect(batteries(many)?.values['rooms']).toMatch(/^Room 1, .*Room 10, …$/);
});

test('the same warning of several processes about the identity provider is one finding', () => {
  const values = { issuer: 'https://id.example.org' };
  const reason = 'The identity provider https://id.example.org cannot be reached.';
  const processes = ['a:3001', 'b:3001'].map((name) =>
    processFacts({ name, signInWarnings: [{ reason, code: 'provider-away', values }] }),
  );
  const found = findingsOf({ ...healthy, processes });
  expect(found.filter(({ name }) => name === 'sign-in-warning')).toEqual([
    expect.objectContaining({ values: { ...values, code: 'provider-away', text: reason } }),
  ]);
});

test('unanswered falls in unknown rooms are a problem since the first of them, and rules that switch off the alert of a fall are a problem too', () => {
  const unknownRoomAlerts = [
    { room: 'room-999', since: minutesAgo(9) },
    { room: 'annexe', since: minutesAgo(5) },
  ];
  expect(problemsOf({ unknownRoomAlerts, alertsOff: ['Ward 2'] })).toEqual(['unknown-room-alerts 01:51', 'alerts-off']);
  const findings = findingsOf({ ...healthy, unknownRoomAlerts, alertsOff: ['Ward 2', 'Room 3'] });
  expect(findings.slice(0, 2).map(({ values }) => values)).toEqual([
    { rooms: 'room-999, annexe' },
    { places: 'Ward 2, Room 3' },
  ]);
});

test('a ward in which messages would reach nobody is a finding, except in a home that does not use messages', () => {
  expect(problemsOf({ reach: { isUsed: true, unreachable: ['Ward 1 (Harbour House)'] } })).toEqual([
    'wards-unreachable',
  ]);
  const unused = { reach: { isUsed: false, unreachable: ['Ward 1 (Harbour House)'] } };
  expect(problemsOf(unused)).toEqual([]);
  expect(names(unused)).toContain('messages-unused');
});
