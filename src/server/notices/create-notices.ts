/** Decides which messages about alerts have to be sent, and stores them before they are sent. */
import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Alert } from '../../domain/alerts/alert.ts';
import {
  dueTargets,
  type EscalationTarget,
  isOnDutyTarget,
  isUnanswered,
  unansweredSince,
} from '../../domain/notices/escalation.ts';
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

interface Targeted {
  readonly placed: Pick<PlacedAlert, 'place'>;
  readonly targets: readonly EscalationTarget[];
}

/** An alert and whom its chain must have reached by now. */
interface DueAlert extends Targeted {
  readonly placed: PlacedAlert;
}

/** Stores a notice for each person and contact that must be reached now. */
export async function createNotices(query: Query, situation: Situation): Promise<void> {
  const { now } = situation;
  const due = findDueAlerts(situation);
  const needsContacts = due.some(({ targets }) => !targets.every(isOnDutyTarget));
  const contacts = needsContacts ? await listContacts(query) : [];
  const notices = due.flatMap(({ placed, targets }) =>
    recipientsOf({ placed, targets }, situation, contacts).map((recipient) => alertNoticeOf(placed, recipient, now)),
  );
  await insertNotices(query, notices);
  await resumeNotices(query, notices, now);
}

/** Whoever went off duty before the message was sent, and is on duty again, gets it now. */
async function resumeNotices(query: Query, notices: readonly NewNotice[], now: number): Promise<void> {
  if (notices.length === 0) return;
  const keys = new Set(notices.map(keyOf));
  const failed = query.selectFrom('notice').select('uuid').select(noticeKey).where('is_open', '=', 1);
  const rows = await failed.where('outcome', '=', 'failed').where('reason', '=', 'off-duty').execute();
  const uuids = rows.filter((row) => keys.has(keyOf(row))).map(({ uuid }) => uuid);
  if (uuids.length === 0) return;
  const resumed = query.updateTable('notice').set({ outcome: null, reason: null, due_at: now, attempts: 0 });
  await resumed.where('uuid', 'in', uuids).where('outcome', '=', 'failed').execute();
}

function findDueAlerts({ open, chainOf, now }: Situation): readonly DueAlert[] {
  return [...open.values()]
    .map((placed) => ({ placed, targets: dueTargets(chainOf(placed.place.wardUUID), placed.alert, now) }))
    .filter(({ targets }) => targets.length > 0);
}

/** The people and contacts whom these targets reach about an alert of the place. */
export function recipientsOf(
  { placed: { place }, targets }: Targeted,
  { people }: Pick<Situation, 'people'>,
  contacts: Awaited<ReturnType<typeof listContacts>>,
): readonly Recipient[] {
  const reached = people.filter(
    ({ locationUUID, wardUUID, maySee }) =>
      locationUUID === place.locationUUID &&
      (targets.includes('location') || (targets.includes('ward') && wardUUID === place.wardUUID)) &&
      maySee(place),
  );
  const ofLocation = contacts.filter(
    ({ uuid, locationUUID }) =>
      locationUUID === place.locationUUID && (targets.includes('contacts') || targets.includes(`contact:${uuid}`)),
  );
  // Somebody who is on duty on several wards gets one message.
  const persons = [...new Map(reached.map((person) => [person.subject, person])).values()];
  return [
    ...persons.map(({ subject, displayName }) => recipientOf('person', subject, displayName)),
    ...ofLocation.map(({ uuid, name }) => recipientOf('contact', uuid, name)),
  ];
}

function recipientOf(kind: Recipient['recipient_kind'], id: string, name: string | null): Recipient {
  return { recipient_kind: kind, recipient_id: id, recipient_name: name };
}

/** Stores what those who got a message about an alert must know now: somebody has answered it, or it is over. */
export async function followNotices(query: Query, { open, now }: Situation): Promise<void> {
  const rows = await query
    .selectFrom('notice')
    .selectAll()
    .where('is_open', '=', 1)
    .where('kind', '=', 'alert')
    .execute();
  const waiting = new Set(rows.filter((row) => row.is_grouped === 1 && isWaiting(open, row)).map(groupOf));
  const followed: NewNotice[] = [];
  const ended: string[] = [];
  // A row that is not settled is judged before it is sent.
  for (const row of rows.filter(({ outcome }) => outcome !== null)) {
    const alert = open.get(row.alert_uuid)?.alert;
    const follower = followerOf(row, alert, waiting, now);
    if (follower !== undefined && row.outcome === 'accepted') followed.push(follower);
    if (follower?.kind === 'over') ended.push(row.uuid);
  }
  await insertNotices(query, followed);
  if (ended.length > 0) await query.updateTable('notice').set({ is_open: 0 }).where('uuid', 'in', ended).execute();
}

/**
 * A message to a person about several alerts says how many still wait. It is withdrawn when its alert is over and none of
 * the others waits for an answer. `waiting`: the groups in which one does. Undefined: there is nothing to say now.
 */
function followerOf(
  row: NoticeRow,
  alert: Alert | undefined,
  waiting: ReadonlySet<string>,
  now: number,
): NewNotice | undefined {
  const isGrouped = row.is_grouped === 1;
  const follower = { ...row, ...newNotice(now), outcome: null, reason: null };
  if (alert !== undefined && isUnanswered(alert)) return undefined;
  const isWithdrawn = alert === undefined && !(isGrouped && waiting.has(groupOf(row)));
  if (isWithdrawn) return { ...follower, kind: 'over', raised_at: 0 };
  // Only the number changes, so each alert is one update, whoever answers it.
  if (isGrouped || alert === undefined) return { ...follower, kind: 'answered' };
  // Each answer is one message, also when another person goes.
  return { ...follower, kind: 'answered', raised_at: alert.since };
}

/** A person has one message about several alerts of a ward. */
function groupOf({ recipient_id, ward_uuid }: NoticeRow): string {
  return `${recipient_id} ${ward_uuid}`;
}

function isWaiting(open: Situation['open'], { alert_uuid }: NoticeRow): boolean {
  const alert = open.get(alert_uuid)?.alert;
  return alert !== undefined && isUnanswered(alert);
}

function newNotice(now: number) {
  return { uuid: randomUUID(), created_at: now, due_at: now, attempts: 0, is_open: 0, message_uuid: null };
}

export function alertNoticeOf({ alert, place }: PlacedAlert, recipient: Recipient, now: number): NewNotice {
  return {
    ...newNotice(now),
    ...recipient,
    kind: 'alert',
    alert_uuid: alert.uuid,
    stream_uuid: alert.streamUUID,
    ward_uuid: place.wardUUID,
    raised_at: unansweredSince(alert),
    outcome: null,
    reason: null,
    is_grouped: 0,
    is_open: 1,
  };
}

export const noticeKey = ['alert_uuid', 'raised_at', 'kind', 'recipient_kind', 'recipient_id'] as const;

type NoticeKey = Pick<NoticeRow, (typeof noticeKey)[number]>;

function keyOf({ alert_uuid, raised_at, kind, recipient_kind, recipient_id }: NoticeKey): string {
  return [alert_uuid, raised_at, kind, recipient_kind, recipient_id].join(' ');
}

/** Stores those that are not stored. Another process may store the same at this moment: the first one counts. */
export async function insertNotices(query: Query, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const uuids = [...new Set(notices.map(({ alert_uuid }) => alert_uuid))];
  const stored = await query.selectFrom('notice').select(noticeKey).where('alert_uuid', 'in', uuids).execute();
  const keys = new Set(stored.map(keyOf));
  for (const batch of splitIntoBatches(notices.filter((notice) => !keys.has(keyOf(notice))))) {
    await query
      .insertInto('notice')
      .values([...batch])
      .onConflict((conflict) => conflict.columns(noticeKey).doNothing())
      .execute();
  }
}
