/** Derives findings from the state of the system, for people who are called at night. */
import { processFailures, type SystemFinding, findingLevels, findingOf } from './finding.ts';
import type { ProcessFacts, SystemFacts } from './system-facts.ts';

/** A process without a report for this long is missing. Processes report every five seconds. */
const processMissingAfterMs = 30_000;
/** No message of any device for this long is a problem. The Prometheus rule in deploy/prometheus has the same time. */
const intakeSilentAfterMs = 15 * 60_000;
const lowDiskBytes = 1024 ** 3;
const clockToleranceMs = 5_000;
const oldBackupMs = 7 * 24 * 3_600_000;
/** A finding names at most this number of rooms. */
const maxNamedRooms = 10;

/** Everything that is wrong, the most urgent first, then one finding for each part that works. */
export function findingsOf(facts: SystemFacts): readonly SystemFinding[] {
  const found = [
    ...alertFindings(facts),
    messageFinding(facts),
    ...failureFindings(facts),
    ...missingProcesses(facts),
    ...intakeFindings(facts),
    ...deviceFindings(facts),
    ...batteryFindings(facts),
    ...boardFindings(facts),
    ...clockFindings(facts),
    ...diskFindings(facts),
    ...archiveFindings(facts),
    ...signInFindings(facts),
    ...backupFindings(facts),
  ];
  const wrong = new Set(found.filter(({ level }) => level !== 'ok').map(({ part }) => part));
  const working = [...workingParts(facts), ...found.filter(({ level }) => level === 'ok')];
  return [...found.filter(({ level }) => level !== 'ok'), ...working.filter(({ part }) => !wrong.has(part))].toSorted(
    (one, other) => findingLevels.indexOf(one.level) - findingLevels.indexOf(other.level),
  );
}

/** Returns the processes that are not missing. The failures of a missing process are out of date. */
function presentProcesses({ processes, at }: SystemFacts): readonly ProcessFacts[] {
  return processes.filter(({ seenAt }) => Date.parse(at) - Date.parse(seenAt) < processMissingAfterMs);
}

/** One process is enough for these parts, so they are down only when all processes have the failure. */
const failuresOfAll: readonly string[] = ['broker-down', 'publisher-down', 'messages-stopped'];

/** Returns the failures of the processes. A failure counts if one process has it, apart from `failuresOfAll`. */
function failureFindings(facts: SystemFacts): readonly SystemFinding[] {
  const present = presentProcesses(facts);
  return processFailures.flatMap((failure) => {
    const failing = present.flatMap((process) => process.failing.filter((one) => one.failure === failure));
    const since = failing.map((one) => one.since).toSorted();
    const mustBeAll = failuresOfAll.includes(failure);
    const isFailing = !mustBeAll || since.length === present.length;
    const first = since.at(mustBeAll ? -1 : 0);
    return first === undefined || !isFailing ? [] : [findingOf(failure, first)];
  });
}

function missingProcesses(facts: SystemFacts): readonly SystemFinding[] {
  const present = new Set(presentProcesses(facts));
  return facts.processes
    .filter((process) => !present.has(process))
    .map(({ name, seenAt }) => findingOf('process-missing', seenAt, { name }));
}

function intakeFindings(facts: SystemFacts): readonly SystemFinding[] {
  if (facts.roomCount === facts.roomsWithoutDevice) return [];
  const stored = facts.processes.flatMap(({ storedAt }) => storedAt ?? []);
  const started = facts.processes.map(({ startedAt }) => startedAt);
  const since = stored.toSorted().at(-1) ?? started.toSorted().at(0) ?? facts.at;
  if (Date.parse(facts.at) - Date.parse(since) >= intakeSilentAfterMs) return [findingOf('intake-silent', since)];
  const count = presentProcesses(facts).reduce((sum, { storedPerMinute }) => sum + storedPerMinute, 0);
  return [findingOf('intake-ok', null, { count })];
}

/** Returns the findings about devices. A room without a device has its own finding and does not count as silent. */
function deviceFindings({ silent, roomCount, roomsWithoutDevice }: SystemFacts): readonly SystemFinding[] {
  const { count, since } = silent;
  const total = roomCount - roomsWithoutDevice;
  const without =
    roomsWithoutDevice === 0
      ? []
      : [findingOf('rooms-without-device', null, { count: roomsWithoutDevice, total: roomCount })];
  if (count === 0)
    return total === 0 && roomCount > 0 ? without : [...without, findingOf('devices-ok', null, { total })];
  const name = count * 2 >= total ? 'devices-mostly-silent' : 'devices-silent';
  return [findingOf(name, since, { count, total }), ...without];
}

function batteryFindings({ batteries: { roomCount, low } }: SystemFacts): readonly SystemFinding[] {
  if (roomCount === 0) return [];
  if (low.length === 0) return [findingOf('batteries-ok', null, { count: roomCount })];
  return [findingOf('batteries-low', null, { count: low.length, rooms: listOf(low) })];
}

function listOf(names: readonly string[]): string {
  return [...names.slice(0, maxNamedRooms), ...(names.length > maxNamedRooms ? ['…'] : [])].join(', ');
}

function alertFindings({ unknownRoomAlerts, unreachedAlerts, alertsOff }: SystemFacts): readonly SystemFinding[] {
  const lists = { 'unknown-room-alerts': unknownRoomAlerts, 'alerts-unreached': unreachedAlerts } as const;
  const names = ['unknown-room-alerts', 'alerts-unreached'] as const;
  return [
    ...names.flatMap((name) => {
      const [oldest] = lists[name];
      const rooms = listOf(lists[name].map(({ room }) => room));
      return oldest === undefined ? [] : [findingOf(name, oldest.since, { rooms })];
    }),
    ...(alertsOff.length === 0 ? [] : [findingOf('alerts-off', null, { places: listOf(alertsOff) })]),
  ];
}

/** A home that does not use messages is not warned: its alerts sound on the boards. */
function messageFinding({ reach: { isUsed, unreachable } }: SystemFacts): SystemFinding {
  if (!isUsed) return findingOf('messages-unused');
  if (unreachable.length === 0) return findingOf('messages-ok');
  return findingOf('wards-unreachable', null, { places: listOf(unreachable) });
}

function boardFindings({ boards, unwatchedWards }: SystemFacts): readonly SystemFinding[] {
  const total = boards.length;
  const watching = boards.filter(({ isWatching }) => isWatching);
  const proven = watching.filter(({ isSoundProven }) => isSoundProven).length;
  const unwatched = unwatchedWards.map(({ since }) => since).toSorted();
  return [
    ...(unwatched.length > 0 ? [findingOf('wards-unwatched', unwatched.at(-1), { count: unwatched.length })] : []),
    ...(total === 0 && unwatched.length === 0 ? [findingOf('boards-none')] : []),
    ...(watching.length < total
      ? [findingOf('boards-not-watching', null, { count: total - watching.length, total })]
      : []),
    ...(total > 0 && watching.length === total ? [findingOf('boards-ok', null, { count: total, proven })] : []),
  ];
}

function clockFindings(facts: SystemFacts): readonly SystemFinding[] {
  return presentProcesses(facts)
    .filter(({ clockAheadMs }) => Math.abs(clockAheadMs) > clockToleranceMs)
    .map(({ name, clockAheadMs }) =>
      findingOf('clock-wrong', null, { name, seconds: Math.round(Math.abs(clockAheadMs) / 1000) }),
    );
}

function diskFindings({ freeDiskBytes: free }: SystemFacts): readonly SystemFinding[] {
  if (free === null) return [];
  return [findingOf(free < lowDiskBytes ? 'disk-low' : 'disk-ok', null, { megabytes: Math.floor(free / 1024 ** 2) })];
}

function signInFindings(facts: SystemFacts): readonly SystemFinding[] {
  const warnings = presentProcesses(facts).flatMap(({ signInWarnings }) => signInWarnings);
  return [...new Map(warnings.map((warning) => [warning.reason, warning])).values()].map(
    ({ reason: text, code = '', values }) => findingOf('sign-in-warning', null, { ...values, code, text }),
  );
}

function backupFindings({ backup: { isOwn, at: made }, at }: SystemFacts): readonly SystemFinding[] {
  if (made !== null && Date.parse(at) - Date.parse(made) <= oldBackupMs) return [findingOf('backup-ok', made)];
  if (!isOwn) return [findingOf('backup-unrecorded', made)];
  return [findingOf(made === null ? 'backup-none' : 'backup-old', made)];
}

function archiveFindings({ logArchive }: SystemFacts): readonly SystemFinding[] {
  if (logArchive === null) return [];
  return [logArchive.isFailing ? findingOf('archive-failing', logArchive.at) : findingOf('archive-ok')];
}

/** Returns findings for the parts that work and need no counts. */
function workingParts(facts: SystemFacts): readonly SystemFinding[] {
  return [
    findingOf('database-ok'),
    findingOf('processes-ok', null, { count: facts.processes.length }),
    ...(facts.isBusUsed ? [findingOf('bus-ok')] : []),
    ...(facts.isBrokerUsed ? [findingOf('broker-ok')] : []),
    ...(facts.publishedTopic === null ? [] : [findingOf('publisher-ok', null, { topic: facts.publishedTopic })]),
    ...(facts.connectionCount > 0 ? [findingOf('equipment-ok', null, { count: facts.connectionCount })] : []),
    findingOf('clock-ok'),
    ...(facts.isProviderExternal ? [findingOf('sign-in-ok')] : []),
  ];
}
