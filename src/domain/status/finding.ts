/** The findings about the parts of the system. Instants are ISO 8601 in UTC. */

/** Failures that a process detects in itself and in the services that it needs. */
export const processFailures = [
  'database-unavailable',
  'database-damaged',
  'not-storing',
  'disk-full',
  'bus-down',
  'broker-down',
  'publisher-down',
  'messages-stopped',
  'watchdog-stopped',
  'clock-suspected',
] as const;

export type ProcessFailure = (typeof processFailures)[number];

export const findingLevels = ['problem', 'notice', 'ok'] as const;

type FindingLevel = (typeof findingLevels)[number];

/** Each finding with its part of the system. A part without findings is not in use. */
const rows = {
  'unknown-room-alerts': { part: 'alerts', level: 'problem' },
  'alerts-unreached': { part: 'alerts', level: 'problem' },
  'alerts-off': { part: 'alerts', level: 'notice' },
  'messages-ok': { part: 'messages', level: 'ok' },
  'messages-unused': { part: 'messages', level: 'ok' },
  'messages-stopped': { part: 'messages', level: 'problem' },
  'wards-unreachable': { part: 'messages', level: 'notice' },
  'database-ok': { part: 'database', level: 'ok' },
  'database-unavailable': { part: 'database', level: 'problem' },
  'database-damaged': { part: 'database', level: 'problem' },
  'data-updating': { part: 'database', level: 'problem' },
  'not-storing': { part: 'database', level: 'problem' },
  'disk-ok': { part: 'disk', level: 'ok' },
  'disk-low': { part: 'disk', level: 'notice' },
  'disk-full': { part: 'disk', level: 'problem' },
  'processes-ok': { part: 'processes', level: 'ok' },
  'process-missing': { part: 'processes', level: 'problem' },
  'watchdog-stopped': { part: 'processes', level: 'problem' },
  'bus-ok': { part: 'bus', level: 'ok' },
  'bus-down': { part: 'bus', level: 'problem' },
  'broker-ok': { part: 'broker', level: 'ok' },
  'broker-down': { part: 'broker', level: 'problem' },
  'publisher-ok': { part: 'publisher', level: 'ok' },
  'publisher-down': { part: 'publisher', level: 'problem' },
  'equipment-ok': { part: 'equipment', level: 'ok' },
  'intake-ok': { part: 'intake', level: 'ok' },
  'intake-silent': { part: 'intake', level: 'problem' },
  'devices-ok': { part: 'devices', level: 'ok' },
  'devices-silent': { part: 'devices', level: 'notice' },
  'devices-mostly-silent': { part: 'devices', level: 'problem' },
  'rooms-without-device': { part: 'rooms', level: 'notice' },
  'batteries-ok': { part: 'batteries', level: 'ok' },
  'batteries-low': { part: 'batteries', level: 'notice' },
  'boards-ok': { part: 'boards', level: 'ok' },
  'boards-none': { part: 'boards', level: 'notice' },
  'boards-not-watching': { part: 'boards', level: 'notice' },
  'wards-unwatched': { part: 'boards', level: 'problem' },
  'clock-ok': { part: 'clock', level: 'ok' },
  'clock-suspected': { part: 'clock', level: 'problem' },
  'clock-wrong': { part: 'clock', level: 'notice' },
  'sign-in-ok': { part: 'sign-in', level: 'ok' },
  'sign-in-warning': { part: 'sign-in', level: 'notice' },
  'backup-ok': { part: 'backup', level: 'ok' },
  'backup-old': { part: 'backup', level: 'notice' },
  'backup-none': { part: 'backup', level: 'notice' },
  'backup-unrecorded': { part: 'backup', level: 'notice' },
  'archive-ok': { part: 'archive', level: 'ok' },
  'archive-failing': { part: 'archive', level: 'problem' },
} as const satisfies Readonly<Record<string, { readonly part: string; readonly level: FindingLevel }>>;

export type FindingName = keyof typeof rows;
type StatusPart = (typeof rows)[FindingName]['part'];

/** Whether this version knows the finding. A newer server may send further findings. */
export function isFindingName(text: string): text is FindingName {
  return Object.hasOwn(rows, text);
}

export interface SystemFinding {
  readonly name: FindingName;
  readonly part: StatusPart;
  readonly level: FindingLevel;
  /** When the problem began. Null: unknown, or there is no problem. */
  readonly since: string | null;
  /** The values that are inserted into the sentence about the finding. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** Creates a finding with its part and level. */
export function findingOf(
  name: FindingName,
  since: string | null = null,
  values: SystemFinding['values'] = {},
): SystemFinding {
  return { name, ...rows[name], since, values };
}
