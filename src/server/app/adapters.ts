/** The one place that chooses what stands behind the ports: database, bus, identity provider. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/bus-memory.ts';
import { createNatsBus } from '../bus/bus-nats.ts';
import type { Database } from '../database/database.ts';
import { describeUrl, openPostgresDatabase } from '../database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../database/sqlite/database-sqlite.ts';
import { demoAccounts } from '../demo/demo-accounts.ts';
import { clientAddress } from '../http/client-address.ts';
import { createRemoteIssuer } from '../identity/remote-issuer.ts';
import { createTokenVerifier, type VerifyToken } from '../identity/verify-token.ts';
import { createIdentityProvider, type IdentityProvider } from '../identity-provider/create-identity-provider.ts';
import type { Lifetimes } from '../identity-provider/lifetimes.ts';
import type { Config } from './config.ts';

/** A database that is started together with us has this long to be there. Milliseconds. */
const databaseConnectTimeoutMs = 30_000;

/** Where the data are, as people would say it; without the account that opens them. */
export function describeDatabase({ database, demo }: Pick<Config, 'database' | 'demo'>): string {
  return database.kind === 'sqlite' ? dataFileOf(database, demo) : `PostgreSQL, ${describeUrl(database.url)}`;
}

/** Whose disk it is that may be full, as people would say it. */
export function describeDisk(config: Pick<Config, 'database' | 'demo'>): string {
  return config.database.kind === 'sqlite' ? config.database.folder : describeDatabase(config);
}

export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** For a command that copies or replaces the data. The url holds the password: never print it. */
export function databaseLocation({ database, demo }: Pick<Config, 'database' | 'demo'>): DatabaseLocation {
  if (database.kind === 'postgres') return { kind: database.kind, url: database.url };
  return { kind: database.kind, file: dataFileOf(database, demo) };
}

/** The demo never touches a real home's data: it has a file of its own. */
function dataFileOf({ folder }: { readonly folder: string }, demo: Config['demo']): string {
  return join(folder, demo === undefined ? 'room-status.sqlite' : 'demo.sqlite');
}

/** Opened and brought forward. Throws the errors of database-*.ts and migrate.ts. */
export async function openDatabase(config: Config, progress: (step: string) => void): Promise<Database> {
  const database = await openServerDatabase(config, progress);
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** For a command of the operator, beside a running server. Undefined: there are no data yet. */
export async function openDatabaseForCommand(config: Config): Promise<Database | undefined> {
  const { database } = config;
  if (database.kind === 'postgres') {
    return openPostgresDatabase({ url: database.url, poolSize: 2, statementTimeoutMs: 0 });
  }
  const file = dataFileOf(database, config.demo);
  return existsSync(file) ? openSqliteDatabase({ file, isShared: true }) : undefined;
}

async function openServerDatabase({ database, demo }: Config, progress: (step: string) => void): Promise<Database> {
  if (database.kind === 'sqlite') return openSqliteDatabase({ file: dataFileOf(database, demo) });
  const { url, poolSize } = database;
  const onWait = (reason: string) => progress(`${reason} Waiting for it`);
  return openPostgresDatabase({ url, poolSize, maxWaitMs: databaseConnectTimeoutMs, onWait });
}

export function openBus({ natsUrls }: Pick<Config, 'natsUrls'>, log: FastifyBaseLogger): Bus {
  return natsUrls.length === 0 ? createMemoryBus(log) : createNatsBus({ urls: natsUrls, log });
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
    const { keySet, readUserInfo, preload } = createRemoteIssuer({ issuer, now, log });
    void preload();
    const verifyToken = createTokenVerifier({ issuer, audience, groupsClaim, keySet, readUserInfo, now });
    return { verifyToken, issuer, provider: undefined };
  }
  const issuer = `${publicUrl}/idp`;
  const provider = await createIdentityProvider({
    database,
    issuer,
    webOrigins: [publicUrl],
    demoAccounts: config.demo === undefined ? [] : demoAccounts,
    addressOf: clientAddress(trustedProxies),
    now,
    log,
    ...(lifetimes !== undefined && { lifetimes }),
  });
  const { keySet } = provider;
  return { verifyToken: createTokenVerifier({ issuer, audience, groupsClaim, keySet, now }), issuer, provider };
}
