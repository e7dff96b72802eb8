/** How many alerts the rail shows, and how, so that staff see the room of each alert that needs somebody at once. */

/** An entry with its button and texts that are read from a distance. */
const minEntryRem = 30;

/** An entry with small texts. */
const minCompactEntryRem = 19;

/** The place of the count of the alerts that do not fit. It is reserved, so that nothing moves when the count appears. */
const moreAlertsRem = 5;

/** With large letters on a phone there is no space for several entries. */
const minCompactRailRem = 18;

export interface RailLayout {
  readonly columns: number;
  /** How many alerts are shown at most. */
  readonly shownCount: number;
  /** Compact entries stand in rows. The rail is as high as its rows. */
  readonly isCompact: boolean;
}

/**
 * `widthRem`: the width of the rail; larger letters make it smaller. `urgentCount`: the alerts of high priority that
 * nobody has answered. They are the first ones of the rail.
 */
export function railLayout(widthRem: number, alertCount: number, urgentCount: number): RailLayout {
  const columnsOf = (minRem: number) => Math.max(1, Math.floor((widthRem - moreAlertsRem) / minRem));
  const columns = Math.min(columnsOf(minEntryRem), Math.max(1, alertCount));
  if (urgentCount <= columns || widthRem < minCompactRailRem) return { columns, shownCount: columns, isCompact: false };
  const compactColumns = Math.min(columnsOf(minCompactEntryRem), urgentCount);
  const rows = compactColumns === 1 ? 4 : 3;
  return { columns: compactColumns, shownCount: Math.min(urgentCount, compactColumns * rows), isCompact: true };
}
