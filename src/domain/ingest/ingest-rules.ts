/**
 * The rules at the door: what a device says is not at once what staff are told. Each stream follows
 * those of its type, as far as it has none of its own.
 */
import type { RoomStatusName } from '../room-status.ts';
import type { StreamType } from '../stream.ts';

export interface IngestRules {
  /** How long a status has to last before it counts, by name; one that is not named counts at once. Seconds. */
  readonly holdOff: Readonly<Partial<Record<RoomStatusName, number>>>;
  /** A status that is shown and told again within this time tells nobody anything new. Seconds. */
  readonly repeatWithin: number;
  /** A device that is not heard for this long is unreachable; null: it is not expected to be heard. Seconds. */
  readonly silentAfter: number | null;
}

const usual: IngestRules = { holdOff: {}, repeatWithin: 10, silentAfter: 90 };

/** A mat or a strap loses contact as its person turns over. */
const usualOfBedSensor: IngestRules = { ...usual, holdOff: { out_of_bed: 2, not_in_bed: 2 } };

const byType: Readonly<Record<StreamType, IngestRules>> = {
  camera: usual,
  radar: usual,
  'bed-sensor': usualOfBedSensor,
  other: usual,
};

/** No type falls silent sooner. Seconds. */
export const minOfflineAfterSeconds = Math.min(
  ...Object.values(byType).map(({ silentAfter }) => silentAfter ?? Infinity),
);

/** The rules of a type, with a stream's own in their place where it has some. */
export function ingestRulesOf(type: StreamType, own: Partial<IngestRules> = {}): IngestRules {
  const ofType = byType[type];
  return { ...ofType, ...own, holdOff: { ...ofType.holdOff, ...own.holdOff } };
}
