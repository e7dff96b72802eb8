/** What a process knows of one watched ward: never trusted over the revision. */
import type { StreamUpdate } from '../../../domain/stream.ts';

/** A stream as it is in the database. */
export interface WardRow {
  readonly update: StreamUpdate;
  /** Whatever a list says of it besides its state: name, type, whether it is monitored. */
  readonly face: string;
}

export interface WardState {
  /** Takes in what came over the bus. Returns what was not known yet. */
  learn(updates: readonly StreamUpdate[]): readonly StreamUpdate[];
  /** To be called before the database is read, and handed to `compare` with what was read. */
  mark(): number;
  /** Takes in all that the database has. */
  compare(rows: readonly WardRow[], mark: number): WardDifference;
}

export interface WardDifference {
  /** States that nobody told us of. */
  readonly newer: readonly StreamUpdate[];
  /** Rooms came, went or have another name, or the database is one of an earlier time: lists have to be read anew. */
  readonly isAnother: boolean;
}

interface Known {
  readonly update: StreamUpdate;
  readonly learntAt: number;
}

export function createWardState(): WardState {
  let known = new Map<string, Known>();
  let faces: string | undefined;
  let clock = 0;

  function isNews({ uuid, revision }: StreamUpdate): boolean {
    const before = known.get(uuid);
    return before === undefined || revision > before.update.revision;
  }

  /** With a word on whether there is anything to hear. */
  function toTell(update: StreamUpdate): StreamUpdate {
    const before = known.get(update.uuid)?.update;
    const isQuiet =
      before !== undefined &&
      before.lastNotification === update.lastNotification &&
      before.lastNotificationSent === update.lastNotificationSent;
    return isQuiet ? { ...update, quiet: true } : update;
  }

  /** What was learnt while the database was being read may well be newer than what was read. */
  function isBack(update: StreamUpdate, mark: number): boolean {
    const before = known.get(update.uuid);
    if (before === undefined || before.learntAt > mark) return false;
    return update.revision < before.update.revision || isContradiction(update, before.update);
  }

  return {
    learn: (updates) => {
      clock += 1;
      const news = updates.filter(isNews);
      const told = news.map(toTell);
      for (const update of news) known.set(update.uuid, { update, learntAt: clock });
      return told;
    },
    mark: () => clock,
    compare: (rows, mark) => {
      const read = rows.map(({ update, face }) => `${update.uuid} ${face}`).join('\n');
      const isOtherList = faces !== undefined && read !== faces;
      const isAnother = isOtherList || rows.some(({ update }) => isBack(update, mark));
      const newer =
        faces === undefined
          ? []
          : rows
              .map(({ update }) => update)
              .filter(isNews)
              .map(toTell);
      const next = new Map<string, Known>();
      for (const { update } of rows) {
        const before = known.get(update.uuid);
        const keepsBefore = before !== undefined && before.learntAt > mark && !isNews(update);
        next.set(update.uuid, keepsBefore ? before : { update, learntAt: mark });
      }
      known = next;
      faces = read;
      return { newer, isAnother };
    },
  };
}

/** The same revision says something else: it was counted again after an earlier time was brought back. */
function isContradiction(one: StreamUpdate, other: StreamUpdate): boolean {
  return (
    one.revision === other.revision &&
    (one.roomStatus !== other.roomStatus || one.lastNotificationSent !== other.lastNotificationSent)
  );
}
