import type { RoomCounts } from './room-counts.ts';

export interface PlaceCount extends RoomCounts {
  /** False: the counts come from a connection that is lost, so they may be wrong. */
  readonly isCurrent: boolean;
}

/** The counts of wards or locations, by the uuid of the place. */
export type PlaceCounts = ReadonlyMap<string, PlaceCount>;

export const noCounts: PlaceCounts = new Map();
