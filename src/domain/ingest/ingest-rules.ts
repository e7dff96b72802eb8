/** The ingest rules of a stream: debounce, deduplication and the time after which a device is offline. */
import type { RoomStatusName } from '../room-status.ts';
import type { StreamType } from '../stream.ts';

export interface IngestRules {
  /** How long a status must last before it is shown, by status name. A status without an entry is shown at once. */
  readonly debounceMs: Readonly<Partial<Record<RoomStatusName, number>>>;
  /** The same status reported again within this time is a duplicate. */
  readonly dedupeWindowMs: number;
  /** A device that sends nothing for this long is offline. Null: the device is never considered offline. */
  readonly offlineAfterMs: number | null;
}

const defaultRules: IngestRules = { debounceMs: {}, dedupeWindowMs: 10_000, offlineAfterMs: 90_000 };

/** A bed sensor loses contact for a moment when the resident turns over, so leaving the bed is debounced. */
const bedSensorRules: IngestRules = { ...defaultRules, debounceMs: { out_of_bed: 2_000, not_in_bed: 2_000 } };

const rulesOfType: Readonly<Record<StreamType, IngestRules>> = {
  camera: defaultRules,
  radar: defaultRules,
  'bed-sensor': bedSensorRules,
  other: defaultRules,
};

/** The longest debounce time that a file, a preset or a report may ask for. */
export const maxDebounceMs = 300_000;

/** The shortest `offlineAfterMs` of all stream types. A stream without rules of its own never goes offline earlier. */
export const minDefaultOfflineAfterMs = Math.min(
  ...Object.values(rulesOfType).map(({ offlineAfterMs }) => offlineAfterMs ?? Infinity),
);

/** The shortest `offlineAfterMs` that the own rules of a stream may have. */
export const minOfflineAfterMs = 10_000;

/** Combines the rules of the stream type with the stream's own rules. The stream's own rules take precedence. */
export function ingestRulesOf(type: StreamType, own: Partial<IngestRules> = {}): IngestRules {
  const rules = rulesOfType[type];
  return { ...rules, ...own, debounceMs: { ...rules.debounceMs, ...own.debounceMs } };
}
