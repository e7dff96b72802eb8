/** Queries of streams with the rights of a user. Uuids are in lower case. */
import type { ExpressionBuilder, InferResult } from 'kysely';
import { isoTime } from '../../domain/iso-time.ts';
import type { Stream } from '../../domain/stream.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { offlineSourceIn } from '../database/offline-sources.ts';
import { alertFields, parseAlerts, parseHold } from '../database/open-alerts.ts';
import type { Schema } from '../database/schema.ts';
import { shownRulesOfStream } from './shown-rules.ts';
import { visibleLocation, visibleWard } from '../rights/visible.ts';

type Query = Database['query'];

/** Selects the streams with their wards, in the order of the list. */
export function selectStreams(query: Query) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select([
      'stream.uuid',
      'stream.display_name as displayName',
      'stream.ward_uuid as wardUUID',
      'stream.type',
      'stream.status',
      'stream.room_status as roomStatus',
      'stream.last_notification as lastNotification',
      'stream.last_notification_sent as lastNotificationSent',
      'stream.revision',
      'stream.offline_sources as offlineSources',
      'stream.alert_revision as alertRevision',
      'stream.open_alerts as openAlerts',
      'stream.alert_hold as alertHold',
      'stream.rules',
    ])
    .orderBy('stream.display_name')
    .orderBy('stream.uuid');
}

type StreamRow = InferResult<ReturnType<typeof selectStreams>>[number];

export function streamOfRow({
  offlineSources,
  openAlerts,
  alertHold,
  lastNotificationSent,
  rules,
  ...row
}: StreamRow): Stream {
  return {
    ...row,
    ...offlineSourceIn(offlineSources),
    ...alertFields(parseAlerts(openAlerts), parseHold(alertHold)),
    ...ruleField(rules),
    lastNotificationSent: isoTime(lastNotificationSent),
  };
}

function ruleField(stored: string | null): Pick<Stream, 'alertRules'> {
  const alertRules = stored === null ? [] : shownRulesOfStream(stored);
  return alertRules.length === 0 ? {} : { alertRules };
}

/** Lists inactive streams too, because the board shows their number. */
export async function listStreams(
  query: Query,
  scopes: readonly Scope[],
  wardOrLocationUUID: string,
): Promise<Stream[]> {
  const rows = await selectStreams(query)
    .where(isInWardOrLocation(wardOrLocationUUID))
    .where(visibleWard(scopes))
    .execute();
  return rows.map(streamOfRow);
}

/** Condition for `where` on `ward`. */
export function isInWardOrLocation(uuid: string) {
  return (sql: ExpressionBuilder<Schema, 'ward'>) =>
    sql.or([sql('ward.uuid', '=', uuid), sql('ward.location_uuid', '=', uuid)]);
}

/** The last time at which a message of any device was stored. */
export async function lastStoredAt(query: Query): Promise<number | null> {
  const newest = query.selectFrom('stream').select(({ fn }) => fn.max('seen_at').as('at'));
  return (await newest.executeTakeFirst())?.at ?? null;
}

export async function isWardOrLocationVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  if (await isWardVisible(query, scopes, uuid)) return true;
  const location = await query
    .selectFrom('location')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(visibleLocation(scopes))
    .executeTakeFirst();
  return location !== undefined;
}

export async function isStreamVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  const stream = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select('stream.uuid')
    .where('stream.uuid', '=', uuid)
    .where(visibleWard(scopes))
    .executeTakeFirst();
  return stream !== undefined;
}

export async function readStreamName(query: Query, uuid: string): Promise<string | null> {
  const stream = await query.selectFrom('stream').select('display_name').where('uuid', '=', uuid).executeTakeFirst();
  return stream?.display_name ?? null;
}

async function isWardVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  const ward = await query
    .selectFrom('ward')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(visibleWard(scopes))
    .executeTakeFirst();
  return ward !== undefined;
}
