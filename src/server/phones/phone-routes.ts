/** The calls about the phones of the caller. */
import { phoneEndpoints } from '../../contract/phones/phones.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import {
  changePhones,
  findPhone,
  phoneOnWire,
  type PhoneRow,
  readPhones,
  renewPhone,
  storePhone,
} from './phone-rows.ts';
import type { Phones } from './create-phones.ts';

export interface PhoneRoutesOptions {
  readonly database: Database;
  readonly phones: Pick<Phones, 'sendTo' | 'publicKey' | 'requireEndpoint'>;
  readonly now: () => number;
}

export function registerPhoneRoutes(api: ApiServer, options: PhoneRoutesOptions): void {
  const { database, phones, now } = options;
  const { query } = database;

  async function requireOwn(subject: string, uuid: string): Promise<PhoneRow> {
    const found = await findPhone(query, uuid.toLowerCase());
    return requireFound(found?.subject === subject ? found : undefined);
  }

  serveEndpoint(api, phoneEndpoints.listPhones, async ({ caller }) => {
    const rows = await readPhones(query, caller.user.subject);
    return { items: rows.map((row) => phoneOnWire(row, now())), publicKey: await phones.publicKey() };
  });

  serveEndpoint(api, phoneEndpoints.addPhone, async ({ caller, body }) => {
    phones.requireEndpoint(body.subscription);
    return phoneOnWire(await storePhone(query, body, caller, now()), now());
  });

  serveEndpoint(api, phoneEndpoints.renewPhone, async ({ caller, body }) => {
    return phoneOnWire(requireFound(await renewPhone(query, body, caller)), now());
  });

  serveEndpoint(api, phoneEndpoints.removePhone, async ({ caller, params }) => {
    const { uuid } = await requireOwn(caller.user.subject, params.id);
    await query.deleteFrom('phone').where('uuid', '=', uuid).execute();
    return null;
  });

  serveEndpoint(api, phoneEndpoints.testPhone, async ({ caller, params }) => {
    const phone = await requireOwn(caller.user.subject, params.id);
    const { uuid } = phone;
    await changePhones(query, [uuid], { tested_at: now(), is_shown: null });
    const { outcome } = await phones.sendTo([phone], { kind: 'test' });
    return {
      isAccepted: outcome === 'accepted',
      phone: phoneOnWire(requireFound(await findPhone(query, uuid)), now()),
    };
  });

  serveEndpoint(api, phoneEndpoints.judgePhoneTest, async ({ caller, params, body }) => {
    const { uuid } = await requireOwn(caller.user.subject, params.id);
    await changePhones(query, [uuid], { is_shown: body.isShown ? 1 : 0 });
    return phoneOnWire(requireFound(await findPhone(query, uuid)), now());
  });
}
