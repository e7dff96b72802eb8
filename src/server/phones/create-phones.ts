import type { Database } from '../database/database.ts';
import { createPushConnection } from './push-connection.ts';
import { createPhoneSender } from './send-push.ts';

interface PhonesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly config: {
    readonly push: { readonly contact: string; readonly allowedHosts: readonly string[] };
    readonly publicUrl: string;
  };
  readonly now: () => number;
}

export type Phones = ReturnType<typeof createPhones>;

/** Creates what sends messages to phones. */
export function createPhones({ database, config: { push, publicUrl }, now }: PhonesOptions) {
  const connection = createPushConnection(push.allowedHosts, now);
  const api = `${publicUrl}/api`;
  const sender = createPhoneSender({ database, connection, contact: push.contact, api, now });
  return { ...sender, requireEndpoint: connection.requireEndpoint };
}
