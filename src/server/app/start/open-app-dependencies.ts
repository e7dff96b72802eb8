/** Opens the identity provider, and collects the ports of the routes. */
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { heartbeatIntervalMs } from '../../../contract/board/live-events.ts';
import { createClientAddressReader } from '../../http/client-address.ts';
import type { Lifetimes } from '../../identity/provider/lifetimes.ts';
import { createAuthenticator } from '../../identity/authenticator.ts';
import { createEndedTokenSearch } from '../../identity/token-revocation.ts';
import { projectFileOf } from '../../shared/server-files.ts';
import { sqliteFileOf, openIdentityProvider } from '../adapters.ts';
import type { AppDependencies } from '../app-dependencies.ts';
import type { Config } from '../config.ts';
import type { ServerServices } from './create-services.ts';

/** The parts of the app that a test may replace. */
export type TestOverrides = Partial<Pick<AppDependencies, 'authenticator' | 'heartbeatMs' | 'startedAt' | 'webFolder'>>;

interface DependencyOptions {
  readonly config: Config;
  readonly version: string;
  readonly overrides: TestOverrides | undefined;
  readonly lifetimes: Partial<Lifetimes> | undefined;
}

type StartedFacts =
  | 'isBrokerRead'
  | 'publishedTopic'
  | 'isPublishing'
  | 'watchdogAgeSeconds'
  | 'messageCheckAgeSeconds';

type StartedServices = Pick<AppDependencies['facts'], StartedFacts> & {
  readonly equipmentSources: AppDependencies['equipmentSources'];
};

export async function openAppDependencies(
  services: ServerServices,
  { config, version, lifetimes, overrides = {} }: DependencyOptions,
  { equipmentSources, ...started }: StartedServices,
): Promise<AppDependencies> {
  const { fastify, database, events, now, equipment } = services;
  const { log } = fastify;
  const identity = await openIdentityProvider(config, { database, now, log, lifetimes });
  const { verifyToken, provider } = identity;
  const findEndedTokens = createEndedTokenSearch(database, provider?.findActiveSessions);
  const readAccountGroups = provider?.readGroups;
  return {
    fastify,
    database,
    bus: services.bus,
    metrics: services.metrics,
    now,
    disk: services.disk,
    receiver: services.receiver,
    intake: services.intake,
    unknownRooms: services.unknownRooms,
    devices: services.devices,
    deviceClocks: services.deviceClocks,
    equipment,
    listeners: services.listeners,
    contactSender: services.contactSender,
    boardFeed: services.boardFeed,
    phones: services.phones,
    reads: services.reads,
    equipmentSources,
    startedAt: overrides.startedAt ?? now(),
    addressOf: createClientAddressReader(config.trustedProxies),
    authenticator:
      overrides.authenticator ??
      createAuthenticator({ verifyToken, findEndedTokens, readAccountGroups, database, now, log }),
    issuer: identity.issuer,
    endpointOrigins: identity.endpointOrigins,
    providerWarnings: identity.providerWarnings,
    provider,
    webFolder: 'webFolder' in overrides ? overrides.webFolder : fileURLToPath(projectFileOf('dist/web')),
    hasAccessFile: config.accessFile !== undefined,
    facts: {
      processName: `${hostname()}:${config.port}`,
      events,
      metricsToken: config.metricsToken,
      databaseFile: sqliteFileOf(config),
      isBrokerUsed: () => equipment.broker() !== undefined,
      ...started,
    },
    environments: config.environments,
    publicUrl: config.publicUrl,
    version,
    heartbeatMs: overrides.heartbeatMs ?? heartbeatIntervalMs,
  };
}
