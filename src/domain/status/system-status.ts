/** The system status: findings from what the server knows of itself, for whoever is called at night. */
import { failures, type Finding, findingLevels, findingOf } from './finding.ts';
import type { ProcessFacts, SystemFacts } from './system-facts.ts';

/** A process that has not reported for this long is missing. It reports every five seconds. */
const processMissingAfterMs = 30_000;
/** As the alert rule for Prometheus in deploy/prometheus. */
const intakeSilentAfterMs = 15 * 60_000;
const lowDiskBytes = 1024 ** 3;
const clockToleranceMs = 5_000;
const oldBackupMs = 7 * 24 * 3_600_000;
/** A finding names at most this number of rooms. */
const maxNamedRooms = 10;

/** Everything that is wrong, the most urgent first, then one finding for each part that works. */
export function findingsOf(facts: SystemFacts): readonly Finding[] {
  const found = [
    ...alertsOf(facts),
    ...failuresOf(facts),
    ...missingProcesses(facts),
    ...intakeOf(facts),
    ...devicesOf(facts),
    ...batteriesOf(facts),
    ...boardsOf(facts),
    ...clockOf(facts),
    ...diskOf(facts),
    ...signInOf(facts),
    ...backupOf(facts),
  ];
  const wrong = new Set(found.filter(({ level }) => level !== 'ok').map(({ part }) => part));
  const working = [...workingParts(facts), ...found.filter(({ level }) => level === 'ok')];
  return [...found.filter(({ level }) => level !== 'ok'), ...working.filter(({ part }) => !wrong.has(part))].toSorted(
    (one, other) => findingLevels.indexOf(one.level) - findingLevels.indexOf(other.level),
  );
}

/** The processes that report. The failures of a missing process are out of date. */
function presentProcesses({ processes, at }: SystemFacts): readonly ProcessFacts[] {
  return processes.filter(({ seenAt }) => Date.parse(at) - Date.parse(seenAt) < processMissingAfterMs);
}

/** One process reads the broker, so it is down only when no process reads it. Any other failure of one counts. */
function failuresOf(facts: SystemFacts): readonly Finding[] {
  const present = presentProcesses(facts);
  return failures.flatMap((failure) => {
    const since = present
      .flatMap(({ failing }) => failing.filter((one) => one.failure === failure))
      .map((one) => one.since);
    const isFailing = failure === 'broker-down' ? since.length === present.length : true;
    const ordered = since.toSorted();
    const first = failure === 'broker-down' ? ordered.at(-1) : ordered.at(0);
    return first === undefined || !isFailing ? [] : [findingOf(failure, first)];
  });
}

function missingProcesses(facts: SystemFacts): readonly Finding[] {
  const present = new Set(presentProcesses(facts));
  return facts.processes
    .filter((process) => !present.has(process))
    .map(({ name, seenAt }) => findingOf('process-missing', seenAt, { name }));
}

function intakeOf(facts: SystemFacts): readonly Finding[] {
  if (facts.roomCount === 0) return [];
  const stored = facts.processes
    .flatMap(({ storedAt }) => storedAt ?? [])
    .toSorted()
    .at(-1);
  const since =
    stored ??
    facts.processes
      .map(({ startedAt }) => startedAt)
      .toSorted()
      .at(0) ??
    facts.at;
  if (Date.parse(facts.at) - Date.parse(since) >= intakeSilentAfterMs) return [findingOf('intake-silent', since)];
  const count = presentProcesses(facts).reduce((sum, { storedPerMinute }) => sum + storedPerMinute, 0);
  return [findingOf('intake-ok', null, { count })];
}

function devicesOf({ silentRooms: { count, since }, roomCount: total }: SystemFacts): readonly Finding[] {
  if (count === 0) return [findingOf('devices-ok', null, { total })];
  const name = count * 2 >= total ? 'devices-mostly-silent' : 'devices-silent';
  return [findingOf(name, since, { count, total })];
}

function batteriesOf({ batteries: { roomCount, low } }: SystemFacts): readonly Finding[] {
  if (roomCount === 0) return [];
  if (low.length === 0) return [findingOf('batteries-ok', null, { count: roomCount })];
  return [findingOf('batteries-low', null, { count: low.length, rooms: listOf(low) })];
}

function listOf(names: readonly string[]): string {
  return [...names.slice(0, maxNamedRooms), ...(names.length > maxNamedRooms ? ['…'] : [])].join(', ');
}

function alertsOf({ unknownRoomAlerts, alertsOff }: SystemFacts): readonly Finding[] {
  const [oldest] = unknownRoomAlerts;
  const rooms = listOf(unknownRoomAlerts.map(({ room }) => room));
  return [
    ...(oldest === undefined ? [] : [findingOf('unknown-room-alerts', oldest.since, { rooms })]),
    ...(alertsOff.length === 0 ? [] : [findingOf('alerts-off', null, { places: listOf(alertsOff) })]),
  ];
}

function boardsOf({ boards, unwatchedWards }: SystemFacts): readonly Finding[] {
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

function clockOf(facts: SystemFacts): readonly Finding[] {
  return presentProcesses(facts)
    .filter(({ clockAheadMs }) => Math.abs(clockAheadMs) > clockToleranceMs)
    .map(({ name, clockAheadMs }) =>
      findingOf('clock-wrong', null, { name, seconds: Math.round(Math.abs(clockAheadMs) / 1000) }),
    );
}

function diskOf({ freeDiskBytes: free }: SystemFacts): readonly Finding[] {
  if (free === null) return [];
  return [findingOf(free < lowDiskBytes ? 'disk-low' : 'disk-ok', null, { megabytes: Math.floor(free / 1024 ** 2) })];
}

function signInOf(facts: SystemFacts): readonly Finding[] {
  const warnings = presentProcesses(facts).flatMap(({ signInWarnings }) => signInWarnings);
  return [...new Map(warnings.map((warning) => [warning.reason, warning])).values()].map(
    ({ reason: text, code = '', values }) => findingOf('sign-in-warning', null, { ...values, code, text }),
  );
}

function backupOf({ backup: { isOwn, at: made }, at }: SystemFacts): readonly Finding[] {
  if (!isOwn) return [findingOf('backup-elsewhere')];
  if (made === null) return [findingOf('backup-none')];
  return [findingOf(Date.parse(at) - Date.parse(made) > oldBackupMs ? 'backup-old' : 'backup-ok', made)];
}

/** The parts for which nothing has to be counted. */
function workingParts(facts: SystemFacts): readonly Finding[] {
  return [
    findingOf('database-ok'),
    findingOf('processes-ok', null, { count: facts.processes.length }),
    ...(facts.isBusUsed ? [findingOf('bus-ok')] : []),
    ...(facts.isBrokerUsed ? [findingOf('broker-ok')] : []),
    ...(facts.connectionCount > 0 ? [findingOf('equipment-ok', null, { count: facts.connectionCount })] : []),
    findingOf('clock-ok'),
    ...(facts.isProviderExternal ? [findingOf('sign-in-ok')] : []),
  ];
}
