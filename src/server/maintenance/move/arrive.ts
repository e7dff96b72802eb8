/** What happens to a client in its new cell when it has moved. */
import { sql } from 'kysely';
import { insertRows, type Row } from '../copy/insert-rows.ts';
import { auditEventColumns } from '../../database/tables/audit-event-table.ts';
import type { MoveOptions } from './move-client.ts';
import { readMove, setFrozen } from './move-state.ts';

const pageSize = 2_000;

/** Opens the rooms for reports, and copies the audit log. Does nothing that was done before. */
export async function completeArrival(options: MoveOptions): Promise<void> {
  const { source, target, client, onStep } = options;
  const { query } = target;
  await onStep('arrive', 0);
  await query.transaction().execute(async (write) => {
    const arriving = write.updateTable('client_move').set({ state: 'arrived' }).where('state', '=', 'arriving');
    const { numUpdatedRows } = await arriving.where('client_uuid', '=', client).executeTakeFirst();
    if (numUpdatedRows > 0n) await setFrozen(write, client, 0);
  });
  // Only now boards are led to the new cell. Before, its rooms took no reports, and a board would look alive there.
  const left = source.query.updateTable('client_move').set({ state: 'moved' }).where('state', '=', 'left');
  await left.where('client_uuid', '=', client).execute();
  await onStep('audit', 0);
  if ((await readMove(query, client))?.state === 'arrived') await copyAuditLog(options);
}

/** Copies all events in one transaction, because the audit log of the new cell does not forget any. */
async function copyAuditLog({ source, target, client }: MoveOptions): Promise<void> {
  await target.query.transaction().execute(async (write) => {
    let after = -1;
    for (let isMore = true; isMore;) {
      const { rows } = await sql<Row & { readonly sequence: number }>`
        select * from audit_event where client_uuid = ${client} and sequence > ${after}
        order by sequence limit ${pageSize}`.execute(source.query);
      if (rows.length > 0) await insertRows(write, { name: 'audit_event', columns: auditEventColumns }, rows);
      after = rows.at(-1)?.sequence ?? after;
      isMore = rows.length === pageSize;
    }
    await write.deleteFrom('client_move').where('client_uuid', '=', client).execute();
  });
}
