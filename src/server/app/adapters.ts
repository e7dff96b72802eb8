/**
 * Chooses the adapters behind the ports: SQLite or PostgreSQL, memory or NATS, embedded or external identity provider.
 * An adapter with packages of its own is loaded only when it is chosen, because loading costs time at each start.
 */
import { existsSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/bus-memory.ts';
import type { Database, DatabaseAddress, MigrationStep } from '../database/database.ts';
import type { PostgresOptions } from '../database/postgres/database-postgres.ts';
import { describeUrl } from '../database/postgres/hosts-of-url.ts';
import { openSqliteDatabase } from '../database/sqlite/database-sqlite.ts';
import { demoAccounts } from '../demo/demo-accounts.ts';
import { createClientAddressReader } from '../http/client-address.ts';
import { createRemoteIssuer } from '../identity/external-provider/remote-issuer.ts';
import { createOwnClaimsCheck } from '../identity/access-token/check-own-claims.ts';
import { createTokenVerifier } from '../identity/access-token/verify-token.ts';
import type { IdentityProviderOptions } from '../identity/provider/create-identity-provider.ts';
import type { Config } from './config.ts';

/** How long a start waits for PostgreSQL, because in a deployment PostgreSQL may become ready later than the server. */
const databaseConnectTimeoutMs = 30_000;

/** Describes the database for messages, without user and password. */
export function describeDatabase({ database }: Config): string {
  return database.kind === 'sqlite' ? database.file : `PostgreSQL, ${describeUrl(database.url)}`;
}

/** The file of the embedded database. Undefined: the data are in PostgreSQL. */
export function sqliteFileOf({ database }: Pick<Config, 'database'>): string | undefined {
  return database.kind === 'sqlite' ? database.file : undefined;
}

/** The callbacks of a database that is being opened. */
export interface OpenCallbacks {
  /** Called with the reason while PostgreSQL cannot be reached yet. */
  readonly onWait: (reason: string) => void;
  readonly onMigration: (step: MigrationStep) => void;
}

/** Opens and migrates the database of the server. Throws OperatorError. */
export async function openDatabase(config: Config, { onWait, onMigration }: OpenCallbacks): Promise<Database> {
  const database = await (config.database.kind === 'sqlite'
    ? openSqliteDatabase({ file: config.database.file })
    : openPostgres({ ...config.database, maxWaitMs: databaseConnectTimeoutMs, onWait }));
  try {
    await database.migrate(onMigration);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database for an operator command, also while a server runs. Undefined: the database does not exist yet. */
export async function openDatabaseForCommand({ database }: Config): Promise<Database | undefined> {
  if (database.kind === 'postgres') {
    return openPostgres({ url: database.url, poolSize: 2, statementTimeoutMs: 0 });
  }
  return existsSync(database.file) ? openSqliteDatabase({ file: database.file, isShared: true }) : undefined;
}

/** Two reads of the history run at once, and others wait. */
const readPoolSize = 2;

/** Opens the database of this process in another thread, for reads. */
export function openForReads(address: DatabaseAddress): Promise<Database> {
  if (address.kind === 'postgres') return openPostgres({ url: address.url, poolSize: readPoolSize });
  return openSqliteDatabase({ file: address.file, isShared: true });
}

async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { openPostgresDatabase } = await import('../database/postgres/database-postgres.ts');
  return openPostgresDatabase(options);
}

export async function openBus({ natsUrls }: Pick<Config, 'natsUrls'>, log: FastifyBaseLogger): Promise<Bus> {
  if (natsUrls.length === 0) return createMemoryBus(log);
  const { createNatsBus } = await import('../bus/bus-nats.ts');
  return createNatsBus({ urls: natsUrls, log });
}

/** Opens the identity provider. `ports.lifetimes` replaces lifetimes of the embedded provider's tokens and sessions. */
export async function openIdentityProvider(
  config: Config,
  ports: Pick<IdentityProviderOptions, 'database' | 'now' | 'lifetimes'> & { readonly log: FastifyBaseLogger },
) {
  const { database, now, log, lifetimes = {} } = ports;
  const { audience, groups, identity, trustedProxies } = config;
  const issuer = issuerOf(config);
  const remote = openRemoteIssuers(config, now, log);
  const endpointOrigins = () => [...remote.values()].flatMap((other) => other.endpointOrigins());
  const external = remote.get(issuer);
  if (identity.kind === 'external' && external !== undefined) {
    const { keySet, readUserInfo, warnings: providerWarnings } = external;
    const verifyToken = createTokenVerifier({ issuer, audience, groups, keySet, readUserInfo, now, log });
    return { verifyToken, issuer, provider: undefined, endpointOrigins, providerWarnings };
  }
  const { createIdentityProvider } = await import('../identity/provider/create-identity-provider.ts');
  const provider = await createIdentityProvider({
    database,
    issuer,
    demoAccounts: config.isDemo ? demoAccounts : [],
    addressOf: createClientAddressReader(trustedProxies),
    now,
    log,
    lifetimes,
  });
  const { keySet, findSessionOwners, accessTokenSeconds } = provider;
  const checkClaims = createOwnClaimsCheck({ findSessionOwners, accessTokenSeconds, now });
  const verifyToken = createTokenVerifier({ issuer, audience, groups, keySet, checkClaims, now, log });
  return { verifyToken, issuer, provider, endpointOrigins, providerWarnings: () => [] };
}

/** Returns the issuer of the access tokens that this server accepts. */
function issuerOf({ identity, publicUrl }: Pick<Config, 'identity' | 'publicUrl'>): string {
  return identity.kind === 'external' ? identity.issuer : `${publicUrl}/idp`;
}

/** Opens the external identity providers, by issuer: one of this server, and those of the page's other environments. */
function openRemoteIssuers(config: Config, now: () => number, log: FastifyBaseLogger) {
  const issuers = new Set([issuerOf(config), ...config.environments.map(({ issuer }) => issuer)]);
  if (config.identity.kind === 'embedded') issuers.delete(issuerOf(config));
  return new Map(
    [...issuers].map((issuer) => {
      const remote = createRemoteIssuer({ issuer, now, log });
      void remote.preload();
      return [issuer, remote] as const;
    }),
  );
}
