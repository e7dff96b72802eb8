/** The key pair with which the server identifies itself to push services (RFC 8292). */
import webPush from 'web-push';
import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';

const keyName = 'push';

const PushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.infer<typeof PushKeys>;

/** Reads the keys, which all processes share. The first call makes them. */
export async function loadPushKeys({ query }: Pick<Database, 'query'>): Promise<PushKeys> {
  const read = () => query.selectFrom('identity_key').select('value').where('name', '=', keyName).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return PushKeys.parse(JSON.parse(known.value));
  // Keeps an existing key, so that two processes that start at once use the same one.
  await query
    .insertInto('identity_key')
    .values({ name: keyName, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return loadPushKeys({ query });
}
