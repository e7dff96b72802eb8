/**
 * The sources of a room: everything that must work so that the status of the room is known, such as its bed sensor and
 * the gateway that forwards the sensor's messages. A preset names the sources. A room that uses the product's own
 * protocol has none.
 */

/**
 * The kinds of sources that a card can name. If several sources are offline, the card names the kind that is first in
 * this list, because the kinds after it depend on it.
 */
export const sourceKinds = [
  'gateway',
  'camera',
  'detection',
  'radar',
  'bed-sensor',
  'bathroom-sensor',
  'room-sensor',
  'fall-sensor',
  'device',
] as const;

export type SourceKind = (typeof sourceKinds)[number];

/** The kinds of the sources that are offline, by their names, such as `home/bed`. */
export type OfflineSources = Readonly<Record<string, SourceKind>>;

/** The offline source that the card names; undefined if all are online. */
export function offlineSourceOf(offline: OfflineSources): SourceKind | undefined {
  const kinds = new Set(Object.values(offline));
  return sourceKinds.find((kind) => kinds.has(kind));
}
