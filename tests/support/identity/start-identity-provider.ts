/** Starts the embedded identity provider alone, on a free port with a test database. */
import { createServer } from 'node:http';
import { openTestDatabase } from '../database/test-database.ts';
import { addCheapAccount } from './cheap-account.ts';
import {
  createIdentityProvider,
  type IdentityProviderOptions,
} from '../../../src/server/identity/provider/create-identity-provider.ts';

export type StartedProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

export const nurse = { username: 'nurse', password: 'room-status' } as const;

type Options = Partial<Pick<IdentityProviderOptions, 'lifetimes' | 'now' | 'demoAccounts' | 'addressOf'>>;

export async function startIdentityProvider(options: Options = {}) {
  const database = await openTestDatabase();
  const groups = ['nurses', 'night'];
  await addCheapAccount(database, { ...nurse, displayName: 'Nora Lind', email: 'nurse@demo.example', groups });

  const logged: { readonly level: 'warn' | 'error'; readonly details: object; readonly message: string }[] = [];
  const server = createServer((request, response) => provider.handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const url = `http://127.0.0.1:${address.port}`;
  const create = () =>
    createIdentityProvider({
      database,
      issuer: `${url}/idp`,
      now: Date.now,
      log: {
        warn: (details, message) => void logged.push({ level: 'warn', details, message }),
        error: (details, message) => void logged.push({ level: 'error', details, message }),
      },
      ...options,
    });
  let provider = await create();

  return {
    url,
    issuer: `${url}/idp`,
    database,
    /** Returns the current provider. `restart` replaces it. */
    provider: () => provider,
    logged,
    /** Creates the provider again with the same database, as after a restart of the process. */
    restart: async () => {
      provider = await create();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await database.close();
    },
  };
}
