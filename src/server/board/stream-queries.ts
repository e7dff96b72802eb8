/** Queries of streams with the rights of a user. Uuids are in lower case. */
import type { ExpressionBuilder, InferResult } from 'kysely';
import { shownRulesOfStream } from '../../contract/rules/ingest-rules.ts';
import type { ShownAlertRule } from '../../domain/alerts/shown-rule.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Stream } from '../../contract/home/entities.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { offlineSourceFieldOf } from '../database/offline-sources.ts';
import { alertFieldsOf, parseAlerts, parseHold } from '../database/open-alerts.ts';
import type { Schema } from '../database/schema.ts';
import { isVisibleLocation, isVisibleWard } from '../rights/visible.ts';

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

/** Converts rows to streams. Most rooms of a list have the same rules, so each text of rules is parsed once. */
export function toStreams(rows: readonly StreamRow[]): Stream[] {
  const shownRules = new Map<string, readonly ShownAlertRule[]>();
  const ruleField = (stored: string | null) => {
    if (stored === null) return {};
    const alertRules = shownRules.get(stored) ?? shownRulesOfStream(stored);
    shownRules.set(stored, alertRules);
    return alertRules.length === 0 ? {} : { alertRules };
  };
  return rows.map(({ offlineSources, openAlerts, alertHold, lastNotificationSent, rules, ...row }) => ({
    ...row,
    ...offlineSourceFieldOf(offlineSources),
    ...alertFieldsOf(parseAlerts(openAlerts), parseHold(alertHold)),
    ...ruleField(rules),
    lastNotificationSent: toIsoTime(lastNotificationSent),
  }));
}

/** Lists the streams of a ward or location, with inactive ones, because the board shows their number. */
export async function listStreams(
  query: Query,
  scopes: readonly Scope[],
  wardOrLocationUUID: string,
): Promise<Stream[]> {
  const rows = await selectStreams(query)
    .where(isInWardOrLocation(wardOrLocationUUID))
    .where(isVisibleWard(scopes))
    .execute();
  return toStreams(rows);
}

/** Condition for `where` on `ward`. */
export function isInWardOrLocation(uuid: string) {
  return (sql: ExpressionBuilder<Schema, 'ward'>) =>
    sql.or([sql('ward.uuid', '=', uuid), sql('ward.location_uuid', '=', uuid)]);
}

/** The last time at which a message of any device was stored. */
export async function readLastStoredTime(query: Query): Promise<number | null> {
  const newest = query.selectFrom('stream').select(({ fn }) => fn.max('seen_at').as('at'));
  return (await newest.executeTakeFirst())?.at ?? null;
}

export async function isWardOrLocationVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  if (await isWardVisible(query, scopes, uuid)) return true;
  const location = await query
    .selectFrom('location')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(isVisibleLocation(scopes))
    .executeTakeFirst();
  return location !== undefined;
}

export async function isWardVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  const ward = await query
    .selectFrom('ward')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(isVisibleWard(scopes))
    .executeTakeFirst();
  return ward !== undefined;
}
