/** POST and DELETE /wards/{id}/duty. */
import { dutyEndpoints } from '../../contract/duty/duty.ts';
import { shiftAt } from '../../domain/local-time/shifts.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { isVisibleWard } from '../rights/visible.ts';
import { readWardTime } from '../rules/ward-time.ts';
import type { Scope } from '../../domain/user.ts';

/** People come for the handover before their shift begins. Their duty must not end with the shift before it. */
const earlyMs = 30 * 60_000;

interface DutyRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly now: () => number;
  /** Called when the people on duty on these wards have changed. */
  readonly onChanged: (wardUUIDs: readonly string[]) => void;
}

export function registerDutyRoutes(api: ApiServer, { database, now, onChanged }: DutyRoutesOptions): void {
  const { query: db } = database;

  async function requireWard(scopes: readonly Scope[], id: string) {
    const wards = db
      .selectFrom('ward')
      .innerJoin('location', 'location.uuid', 'ward.location_uuid')
      .select(['ward.uuid', 'ward.display_name as name', 'location.client_uuid as clientUUID'])
      .where('ward.uuid', '=', id.toLowerCase())
      .where('ward.uuid', 'in', (sql) => sql.selectFrom('ward').select('ward.uuid').where(isVisibleWard(scopes)));
    return requireFound(await wards.executeTakeFirst());
  }

  serveEndpoint(api, dutyEndpoints.startDuty, async ({ caller, request, params }) => {
    const { uuid, name, clientUUID } = await requireWard(caller.user.scopes, params.id);
    const { subject, displayName } = caller.user;
    const at = now();
    const { clock, shifts } = await readWardTime(db, [uuid]);
    const values = {
      display_name: displayName,
      group_names: JSON.stringify(caller.groups),
      since_at: at,
      until_at: shiftAt(clock, shifts, at + earlyMs).to,
    };
    await db.transaction().execute(async (write) => {
      await write
        .insertInto('duty')
        .values({ ward_uuid: uuid, subject, ...values })
        .onConflict((conflict) => conflict.columns(['ward_uuid', 'subject']).doUpdateSet(values))
        .execute();
      const object = { kind: 'ward', id: uuid, name } as const;
      await recordAudit(write, { at, actor: actorOfUser(caller, request), action: 'duty.start', object, clientUUID });
    });
    onChanged([uuid]);
    return null;
  });

  serveEndpoint(api, dutyEndpoints.endDuty, async ({ caller, request, params }) => {
    const { uuid, name, clientUUID } = await requireWard(caller.user.scopes, params.id);
    await db.transaction().execute(async (write) => {
      const { subject } = caller.user;
      const at = now();
      // The row stays, because the person still learns that an alert is over.
      const ended = write
        .updateTable('duty')
        .set({ until_at: at })
        .where('ward_uuid', '=', uuid)
        .where('subject', '=', subject)
        .where('until_at', '>', at);
      if ((await ended.executeTakeFirst()).numUpdatedRows === 0n) return;
      const object = { kind: 'ward', id: uuid, name } as const;
      const actor = actorOfUser(caller, request);
      await recordAudit(write, { at, actor, action: 'duty.end', object, clientUUID });
    });
    onChanged([uuid]);
    return null;
  });
}
