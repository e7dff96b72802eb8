/** The one place that chooses what stands behind the ports: database, bus, identity provider. */
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/bus-memory.ts';
import type { Database } from '../database/database.ts';
import { openSqliteDatabase } from '../database/database-sqlite.ts';
import { demoAccounts } from '../demo/demo-accounts.ts';
import { clientAddress } from '../http/client-address.ts';
import { createRemoteIssuer } from '../identity/remote-issuer.ts';
import { createTokenVerifier, type VerifyToken } from '../identity/verify-token.ts';
import { createIdentityProvider, type IdentityProvider } from '../identity-provider/create-identity-provider.ts';
import type { Lifetimes } from '../identity-provider/lifetimes.ts';
import type { Config } from './config.ts';

/** The demo never touches a real home's data: it has a file of its own. */
export function dataFileOf({ dataFolder, demo }: Pick<Config, 'dataFolder' | 'demo'>): string {
  return join(dataFolder, demo === undefined ? 'room-status.sqlite' : 'demo.sqlite');
}

/** Opened and brought forward. Throws the errors of database-sqlite.ts and migrate.ts. */
export async function openDatabase(config: Config): Promise<Database> {
  const database = await openSqliteDatabase({ file: dataFileOf(config) });
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function openBus(log: FastifyBaseLogger): Bus {
  return createMemoryBus(log);
}

export interface Identity {
  readonly verifyToken: VerifyToken;
  readonly issuer: string;
  /** Mounted by the app; undefined with an external one. */
  readonly provider: IdentityProvider | undefined;
}

interface IdentityPorts {
  readonly database: Database;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Of what the embedded provider hands out; undefined: as usual. */
  readonly lifetimes: Partial<Lifetimes> | undefined;
}

export async function openIdentity(config: Config, ports: IdentityPorts): Promise<Identity> {
  const { database, now, log, lifetimes } = ports;
  const { audience, groupsClaim, identity, publicUrl, trustedProxies } = config;
  if (identity.kind === 'external') {
    const { issuer } = identity;
    const { keySet, readUserInfo } = createRemoteIssuer({ issuer, now, log });
    const verifyToken = createTokenVerifier({ issuer, audience, groupsClaim, keySet, readUserInfo, now });
    return { verifyToken, issuer, provider: undefined };
  }
  const issuer = `${publicUrl}/idp`;
  const provider = await createIdentityProvider({
    database,
    issuer,
    webOrigins: [publicUrl],
    shownAccounts: config.demo === undefined ? [] : demoAccounts,
    addressOf: clientAddress(trustedProxies),
    now,
    log,
    ...(lifetimes !== undefined && { lifetimes }),
  });
  const { keySet } = provider;
  return { verifyToken: createTokenVerifier({ issuer, audience, groupsClaim, keySet, now }), issuer, provider };
}
