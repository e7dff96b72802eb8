/** The notices of open alerts, as boards show them. */
import type * as z from 'zod/mini';
import type { AlertNotice } from '../../contract/duty/duty.ts';
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';

type AlertNotice = z.output<typeof AlertNotice>;

/** The notices of the open alerts of these wards, the latest one for each alert and recipient. */
export async function readShownNotices(
  { query, kind }: Pick<Database, 'query' | 'kind'>,
  wardUUIDs: readonly string[],
): Promise<AlertNotice[]> {
  const rows = await query
    .selectFrom('notice')
    .select(['alert_uuid', 'ward_uuid', 'recipient_kind', 'recipient_id', 'recipient_name', 'outcome'])
    .where('is_open', '=', 1)
    .where(isInList(kind, 'ward_uuid', wardUUIDs))
    .orderBy('raised_at')
    .orderBy('created_at')
    .execute();
  const latest = new Map(rows.map((row) => [[row.alert_uuid, row.recipient_kind, row.recipient_id].join(' '), row]));
  return [...latest.values()].flatMap(({ alert_uuid, ward_uuid, recipient_kind, recipient_name, outcome }) =>
    outcome === 'obsolete'
      ? []
      : {
          alertUUID: alert_uuid,
          wardUUID: ward_uuid,
          name: recipient_name,
          outcome: recipient_kind === 'nobody' ? 'nobody' : (outcome ?? 'sending'),
        },
  );
}
