import { describe, expect, test } from 'vitest';
import type { Failure } from './finding.ts';
import type { ProcessFacts, SystemFacts } from './system-facts.ts';
import { findingsOf } from './system-status.ts';

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

const failing = (failure: Failure, since: string) => ({ failing: [{ failure, since }] });

const healthy: SystemFacts = {
  at,
  processes: [processFacts()],
  freeDiskBytes: 50 * 1024 ** 3,
  isBusUsed: true,
  isBrokerUsed: true,
  connectionCount: 2,
  isProviderExternal: true,
  unknownRoomAlerts: [],
  alertsOff: [],
  roomCount: 24,
  silentRooms: { count: 0, since: null },
  batteries: { roomCount: 0, low: [] },
  boards: [{ isWatching: true, isSoundProven: true }],
  unwatchedWards: [],
  backup: { isOwn: true, at: minutesAgo(600) },
};

/** The names of what is wrong, with the time since when. */
const wrong = (changes: Partial<SystemFacts>) =>
  findingsOf({ ...healthy, ...changes }).flatMap(({ name, level, since }) =>
    level === 'ok' ? [] : [since === null ? name : `${name} ${since.slice(11, 16)}`],
  );
const names = (changes: Partial<SystemFacts>) => findingsOf({ ...healthy, ...changes }).map(({ name }) => name);

test('a system in which everything works has one finding for each part, and nothing is wrong', () => {
  expect(wrong({})).toEqual([]);
  const parts = findingsOf(healthy).map(({ part }) => part);
  expect(parts.toSorted()).toEqual([
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
    'processes',
    'sign-in',
  ]);
});

test('a part that this home does not use has no finding', () => {
  const unused = { isBusUsed: false, isBrokerUsed: false, connectionCount: 0, isProviderExternal: false, roomCount: 0 };
  expect(names({ ...unused, freeDiskBytes: null })).toEqual([
    'database-ok',
    'processes-ok',
    'clock-ok',
    'devices-ok',
    'boards-ok',
    'backup-ok',
  ]);
});

describe('failures of processes', () => {
  test('a failure has the time at which the first process noticed it, and replaces the line that the part works', () => {
    const processes = [
      processFacts(failing('bus-down', minutesAgo(3))),
      processFacts({ name: 'b:3001', ...failing('bus-down', minutesAgo(5)) }),
    ];
    expect(wrong({ processes })).toEqual(['bus-down 01:55']);
    expect(names({ processes })).not.toContain('bus-ok');
  });

  test('the broker is down only when no process reads it, since the last one did', () => {
    const down = processFacts(failing('broker-down', minutesAgo(9)));
    expect(wrong({ processes: [down, processFacts({ name: 'b:3001' })] })).toEqual([]);
    const other = processFacts({ name: 'b:3001', ...failing('broker-down', minutesAgo(2)) });
    expect(wrong({ processes: [down, other] })).toEqual(['broker-down 01:58']);
  });

  test('a process that has not reported for 30 s is missing, and what it last reported does not count', () => {
    const missing = processFacts({ name: 'b:3001', seenAt: minutesAgo(0.5), ...failing('bus-down', minutesAgo(5)) });
    expect(wrong({ processes: [processFacts(), missing] })).toEqual(['process-missing 01:59']);
  });

  test('a clock that differs from the clock of the database by more than 5 s is a finding', () => {
    expect(wrong({ processes: [processFacts({ clockAheadMs: 5_000 })] })).toEqual([]);
    expect(wrong({ processes: [processFacts({ clockAheadMs: -5_001 })] })).toEqual(['clock-wrong']);
  });
});

test('devices of which nothing is received for 15 minutes are a problem, also when nothing came since the start', () => {
  expect(wrong({ processes: [processFacts({ storedAt: minutesAgo(14) })] })).toEqual([]);
  expect(wrong({ processes: [processFacts({ storedAt: minutesAgo(15) })] })).toEqual(['intake-silent 01:45']);
  const restarted = processFacts({ storedAt: null, startedAt: minutesAgo(20) });
  expect(wrong({ processes: [restarted] })).toEqual(['intake-silent 01:40']);
  expect(wrong({ processes: [restarted], roomCount: 0 })).toEqual([]);
});

test('some silent rooms are a notice, half of the rooms are a problem', () => {
  const since = minutesAgo(50);
  expect(wrong({ silentRooms: { count: 11, since } })).toEqual(['devices-silent 01:10']);
  expect(wrong({ silentRooms: { count: 12, since } })).toEqual(['devices-mostly-silent 01:10']);
});

test('wards that nobody watches come before boards without sound', () => {
  const boards = [
    { isWatching: false, isSoundProven: false },
    { isWatching: true, isSoundProven: true },
  ];
  expect(wrong({ boards })).toEqual(['boards-not-watching']);
  expect(wrong({ boards: [] })).toEqual(['boards-none']);
  expect(wrong({ boards, unwatchedWards: [{ since: minutesAgo(4) }, { since: minutesAgo(7) }] })).toEqual([
    'wards-unwatched 01:56',
    'boards-not-watching',
  ]);
});

test('little disk space, no backup and one older than a week are notices', () => {
  expect(wrong({ freeDiskBytes: 1024 ** 3 })).toEqual([]);
  expect(wrong({ freeDiskBytes: 1024 ** 3 - 1 })).toEqual(['disk-low']);
  expect(wrong({ backup: { isOwn: true, at: null } })).toEqual(['backup-none']);
  expect(wrong({ backup: { isOwn: true, at: minutesAgo(7 * 1440 + 1) } })).toEqual(['backup-old 01:59']);
  expect(names({ backup: { isOwn: false, at: null } })).toContain('backup-elsewhere');
});

test('a full disk is one finding, before all notices', () => {
  const processes = [processFacts(failing('disk-full', minutesAgo(1)))];
  expect(wrong({ processes, silentRooms: { count: 1, since: null } })).toEqual(['disk-full 01:59', 'devices-silent']);
});

test('rooms with a low battery are named, and without a known battery nothing is said about batteries', () => {
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

test('a warning about the identity provider that several processes give is one finding, with its code and values', () => {
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

test('a fall for a room that nobody knows is wrong since the first of them, and so is a fall that is not alerted', () => {
  const unknownRoomAlerts = [
    { room: 'room-999', since: minutesAgo(9) },
    { room: 'annexe', since: minutesAgo(5) },
  ];
  expect(wrong({ unknownRoomAlerts, alertsOff: ['Ward 2'] })).toEqual(['unknown-room-alerts 01:51', 'alerts-off']);
  const findings = findingsOf({ ...healthy, unknownRoomAlerts, alertsOff: ['Ward 2', 'Room 3'] });
  expect(findings.slice(0, 2).map(({ values }) => values)).toEqual([
    { rooms: 'room-999, annexe' },
    { places: 'Ward 2, Room 3' },
  ]);
});
