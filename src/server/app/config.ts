/** The configuration of the server. No other file reads the environment. Everything is checked before the server starts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { embeddedProviderName, Environment } from '../../contract/environment.ts';
import { validateInput } from '../shared/validate-input.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { readSettings, type Settings } from './config-settings.ts';
import { readServerArguments } from './server-arguments.ts';

export type PageEnvironment = z.infer<typeof Environment>;

type IdentityConfig =
  | { readonly kind: 'embedded'; readonly administratorPassword: string | undefined }
  | { readonly kind: 'external'; readonly issuer: string };

type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  /** The url contains a password: never print it. */
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin that browsers use. */
  readonly publicUrl: string;
  /** Addresses of reverse proxies. The server trusts their X-Forwarded-For header. */
  readonly trustedProxies: readonly string[];
  readonly database: DatabaseConfig;
  /** NATS carries live updates between processes. Empty: this is the only process. */
  readonly natsUrls: readonly string[];
  readonly mqtt: {
    /** The external broker that the server connects to. It contains a password: never print it. */
    readonly brokerUrl: string | undefined;
    /** The port of the embedded broker. Undefined: it does not run. */
    readonly port: number | undefined;
  };
  /** Path of a YAML file with the connected equipment and the format of its messages. */
  readonly equipmentFile: string | undefined;
  /** The token for GET /metrics. Undefined: the path does not exist. */
  readonly metricsToken: string | undefined;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly identity: IdentityConfig;
  readonly clientId: string;
  readonly audience: string;
  readonly groupsClaim: string;
  /** Path of a JSON file with the rights of the groups. Undefined: the rights in the database apply. */
  readonly accessFile: string | undefined;
  readonly environments: readonly PageEnvironment[];
  /** Undefined: this is the data of a real home. The demo runs at `speed`; 1 is real time. */
  readonly demo: { readonly speed: number } | undefined;
}

/** Lists everything that is wrong with the configuration, one line per setting. */
class ConfigError extends OperatorError {
  constructor(problems: readonly string[]) {
    super(['The configuration is invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

const embeddedClientId = 'room-status-web';
const embeddedAudience = 'urn:room-status:api';

/** Throws ConfigError with everything that is wrong. */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config {
  const problems: string[] = [];
  const settings = readSettings(variables, problems);
  const { demo, speed } = readServerArguments(args, problems);
  const publicUrl = settings.ROOM_STATUS_URL ?? `http://localhost:${settings.PORT}`;
  const environments = readEnvironments(settings, publicUrl, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  // The demo accounts have known passwords. They never exist beside a real identity provider, and in a shared
  // database only on request.
  const isDemo = settings.OIDC_ISSUER === undefined && (demo ?? settings.DATABASE_URL === undefined);
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    trustedProxies: settings.TRUSTED_PROXIES,
    database: databaseConfig(settings),
    natsUrls: settings.NATS_URL,
    mqtt: { brokerUrl: settings.MQTT_URL, port: settings.MQTT_PORT },
    equipmentFile: settings.EQUIPMENT_FILE,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    identity: identityConfig(settings),
    clientId: settings.OIDC_CLIENT_ID ?? embeddedClientId,
    audience: settings.OIDC_AUDIENCE ?? embeddedAudience,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    accessFile: settings.ACCESS_FILE,
    environments,
    demo: isDemo ? { speed } : undefined,
  };
}

function databaseConfig({ DATABASE_URL: url, DATABASE_CONNECTIONS: poolSize, DATA_DIR }: Settings): DatabaseConfig {
  return url === undefined ? { kind: 'sqlite', folder: resolve(DATA_DIR) } : { kind: 'postgres', url, poolSize };
}

function identityConfig({ OIDC_ISSUER: issuer, ROOM_STATUS_ADMIN_PASSWORD }: Settings): IdentityConfig {
  if (issuer !== undefined) return { kind: 'external', issuer };
  return { kind: 'embedded', administratorPassword: ROOM_STATUS_ADMIN_PASSWORD };
}

/** The environments of ENVIRONMENTS_FILE. The server's own settings are the environment `local` unless the file has one. */
function readEnvironments(settings: Settings, publicUrl: string, problems: string[]): readonly PageEnvironment[] {
  const local = localEnvironment(settings, publicUrl);
  const file = settings.ENVIRONMENTS_FILE;
  if (file === undefined) return [local];
  try {
    const result = validateInput(z.array(Environment), JSON.parse(readFileSync(file, 'utf8')), 'the file');
    if ('value' in result) {
      const hasLocal = result.value.some(({ name }) => name === 'local');
      return hasLocal ? result.value : [...result.value, local];
    }
    problems.push(...result.errors.map(({ field, reason }) => `ENVIRONMENTS_FILE, ${field}: ${reason}`));
  } catch (error) {
    problems.push(`ENVIRONMENTS_FILE: ${error instanceof Error ? error.message : String(error)}`);
  }
  return [local];
}

function localEnvironment(settings: Settings, publicUrl: string): PageEnvironment {
  const { OIDC_ISSUER: issuer, OIDC_PROVIDER_NAME: providerName, OIDC_AUDIENCE: audience = '' } = settings;
  return {
    name: 'local',
    origins: [publicUrl],
    apiBaseUrl: '/api',
    issuer: issuer ?? `${publicUrl}/idp`,
    clientId: settings.OIDC_CLIENT_ID ?? embeddedClientId,
    audience: issuer === undefined ? '' : audience,
    providerName: providerName ?? (issuer === undefined ? embeddedProviderName : new URL(issuer).hostname),
  };
}
