/** Decides which messages about alerts have to be sent, and stores them before they are sent. */
import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { dueTargets, type EscalationTarget, isOnDutyTarget, unansweredSince } from '../../domain/notices/escalation.ts';
import { listContacts } from '../contacts/contact-store.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { PersonOnDuty } from '../duty/people-on-duty.ts';
import type { PlacedAlert } from './open-alerts.ts';
import type { ChainOf } from './read-chains.ts';

type Query = Database['query'];
export type NoticeRow = Selectable<Schema['notice']>;
export type NewNotice = Insertable<Schema['notice']> & NoticeRow;
type Place = PlacedAlert['place'];
type Recipient = Pick<NoticeRow, 'recipient_kind' | 'recipient_id' | 'recipient_name'>;

export interface Situation {
  readonly open: ReadonlyMap<string, PlacedAlert>;
  /** The people on duty in the locations with an unanswered alert, who may see their ward. */
  readonly people: readonly PersonOnDuty[];
  /** The chain of a ward with an unanswered alert. */
  readonly chainOf: ChainOf;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** An alert and whom its chain must have reached by now. */
interface DueAlert {
  readonly placed: PlacedAlert;
  readonly targets: readonly EscalationTarget[];
}

/** The notices whose alert was open at the last check. NOTE: read them before the alerts. Then a missing alert is over. */
export function readOpenNotices(query: Query): Promise<NoticeRow[]> {
  return query.selectFrom('notice').selectAll().where('is_open', '=', 1).where('kind', '=', 'alert').execute();
}

/**
 * Stores a notice for each person and contact that must be reached now. `stored`: the open notices. Returns those that
 * were not among them; another process may have stored the same since.
 */
export async function createNotices(
  query: Query,
  situation: Situation,
  stored: readonly NoticeRow[],
): Promise<readonly NewNotice[]> {
  const { now, people } = situation;
  const due = findDueAlerts(situation);
  const needsContacts = due.some(({ targets }) => !targets.every(isOnDutyTarget));
  const reach = createReach(people, needsContacts ? await listContacts(query) : []);
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const created: NewNotice[] = [];
  const kept: NoticeRow[] = [];
  for (const { placed, targets } of due) {
    for (const recipient of reach(placed.place, targets)) {
      const row = known.get(keyOf({ ...alertKeyOf(placed), ...recipient }));
      if (row === undefined) created.push(alertNoticeOf(placed, recipient, now));
      else kept.push(row);
    }
  }
  await insertNotices(query, created);
  await resumeNotices(query, kept, now);
  return created;
}

/** Whoever went off duty before the message was sent, and is on duty again, gets it now. */
async function resumeNotices(query: Query, rows: readonly NoticeRow[], now: number): Promise<void> {
  const offDuty = rows.filter(({ outcome, reason }) => outcome === 'failed' && reason === 'off-duty');
  if (offDuty.length === 0) return;
  const uuids = offDuty.map(({ uuid }) => uuid);
  const resumed = query.updateTable('notice').set({ outcome: null, reason: null, due_at: now, attempts: 0 });
  await resumed.where('uuid', 'in', uuids).where('outcome', '=', 'failed').execute();
}

function findDueAlerts({ open, chainOf, now }: Situation): readonly DueAlert[] {
  return [...open.values()]
    .filter(({ isFrozen }) => !isFrozen)
    .map((placed) => ({ placed, targets: dueTargets(chainOf(placed.place), placed.alert, now) }))
    .filter(({ targets }) => targets.length > 0);
}

/** Returns a function that finds the people and contacts whom these targets reach about an alert of the place. */
export function createReach(people: readonly PersonOnDuty[], contacts: Awaited<ReturnType<typeof listContacts>>) {
  const onWard = Map.groupBy(people, ({ wardUUID }) => wardUUID);
  const inLocation = Map.groupBy(people, ({ locationUUID }) => locationUUID);
  const contactsOf = Map.groupBy(contacts, ({ locationUUID }) => locationUUID);

  function onDuty({ wardUUID, locationUUID }: Place, targets: readonly EscalationTarget[]) {
    if (targets.includes('location')) return inLocation.get(locationUUID) ?? [];
    return targets.includes('ward') ? (onWard.get(wardUUID) ?? []) : [];
  }

  return (place: Place, targets: readonly EscalationTarget[]): readonly Recipient[] => {
    const reached = onDuty(place, targets).filter(({ maySee }) => maySee(place));
    const ofLocation = (contactsOf.get(place.locationUUID) ?? []).filter(
      ({ uuid }) => targets.includes('contacts') || targets.includes(`contact:${uuid}`),
    );
    // Somebody who is on duty on several wards gets one message.
    const persons = [...new Map(reached.map((person) => [person.subject, person])).values()];
    return [
      ...persons.map(({ subject, displayName }) => recipientOf('person', subject, displayName)),
      ...ofLocation.map(({ uuid, name }) => recipientOf('contact', uuid, name)),
    ];
  };
}

function recipientOf(kind: Recipient['recipient_kind'], id: string, name: string | null): Recipient {
  return { recipient_kind: kind, recipient_id: id, recipient_name: name };
}

export function newNotice(now: number) {
  return { uuid: randomUUID(), created_at: now, due_at: now, attempts: 0, is_open: 0, message_uuid: null };
}

export function alertKeyOf({ alert }: PlacedAlert) {
  return { kind: 'alert', alert_uuid: alert.uuid, raised_at: unansweredSince(alert) } as const;
}

export function alertNoticeOf(placed: PlacedAlert, recipient: Recipient, now: number): NewNotice {
  return {
    ...newNotice(now),
    ...recipient,
    ...alertKeyOf(placed),
    stream_uuid: placed.alert.streamUUID,
    ward_uuid: placed.place.wardUUID,
    outcome: null,
    reason: null,
    is_grouped: 0,
    is_open: 1,
  };
}

export const noticeKey = ['alert_uuid', 'raised_at', 'kind', 'recipient_kind', 'recipient_id'] as const;

type NoticeKey = Pick<NoticeRow, (typeof noticeKey)[number]>;

/** What is the same for two notices that say the same to one recipient. */
export function keyOf({ alert_uuid, raised_at, kind, recipient_kind, recipient_id }: NoticeKey): string {
  return [alert_uuid, raised_at, kind, recipient_kind, recipient_id].join(' ');
}

/** Stores those that are not stored. Another process may store the same at this moment: the first one counts. */
export async function insertNotices(query: Query, notices: readonly NewNotice[]): Promise<void> {
  for (const batch of splitIntoBatches(notices)) {
    await query
      .insertInto('notice')
      .values([...batch])
      .onConflict((conflict) => conflict.columns(noticeKey).doNothing())
      .execute();
  }
}
