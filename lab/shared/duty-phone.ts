/** Puts the nurse of the lab on duty, with a phone that a push service reaches. */
import type { ChainJson } from '../../src/contract/rules/chain.ts';
import type { Database } from '../../src/server/database/database.ts';
import type { PushService } from '../../tests/support/phones/push-service.ts';
import { call } from './calls.ts';
import type { LabWard } from './home.ts';
import { present } from './present.ts';

export interface DutyPhoneOptions {
  /** The origin of a server that allows push services on this machine. */
  readonly url: string;
  readonly accessToken: string;
  readonly service: PushService;
  /** Wards with one room: alerts of one ward that are due together are one message, which does not name them. */
  readonly wards: readonly LabWard[];
  /** The chain of these wards. The target `location` reaches the nurse. */
  readonly chain: ChainJson;
}

/** No run lasts longer. The end of a shift would end a duty that begins with a call. */
const dutyMs = 86_400_000;

export async function addDutyPhone({ query }: Database, options: DutyPhoneOptions): Promise<void> {
  const { url, accessToken, service, wards, chain } = options;
  const phone = { subscription: service.subscribe(), language: 'en', kind: 'android' };
  await call(`${url}/api/phones`, { bearer: accessToken, body: JSON.stringify(phone) });
  const { subject } = await query.selectFrom('phone').select('subject').executeTakeFirstOrThrow();
  const at = Date.now();
  await query
    .insertInto('duty')
    .values({
      ward_uuid: present(wards[0]).uuid,
      subject,
      display_name: null,
      group_names: '[]',
      since_at: at,
      until_at: at + dutyMs,
    })
    .execute();
  const uuids = wards.map(({ uuid }) => uuid);
  const own_rules = JSON.stringify({ chain });
  await query.updateTable('ward').set({ own_rules }).where('uuid', 'in', uuids).execute();
}

/** Returns the uuid of the alert that a message is about. Undefined: it is about something else. */
export function alertOf({ payload: { kind, tag } }: PushService['pushes'][number]): string | undefined {
  return kind === 'alert' ? tag.replace(/^alert:/, '') : undefined;
}

/** The uuids of the alerts that the phone was told of, one for each message. */
export function receivedAlerts({ pushes }: PushService): readonly string[] {
  return pushes.flatMap((push) => alertOf(push) ?? []);
}
