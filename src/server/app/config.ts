/** The only reader of the environment: what an operator may set, checked as a whole before anything starts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { embeddedProviderName, Environment } from '../../contract/environment.ts';
import { checkInput } from '../http/parse-input.ts';
import { readSettings } from './config-settings.ts';
import { OperatorError } from '../shared/operator-error.ts';

export type PageEnvironment = z.infer<typeof Environment>;

export type IdentityConfig =
  | { readonly kind: 'embedded'; readonly administratorPassword: string | undefined }
  | { readonly kind: 'external'; readonly issuer: string };

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  /** The address holds a password: never to be printed. */
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin by which people reach the product. */
  readonly publicUrl: string;
  /** Addresses of the reverse proxies before the server: what they say of the sender of a request is believed. */
  readonly trustedProxies: readonly string[];
  readonly database: DatabaseConfig;
  /** Carries live updates between processes; empty: there is only this one. */
  readonly natsUrls: readonly string[];
  /** A broker that we are a client of, and the port of our own; each undefined: none. */
  readonly mqtt: { readonly brokerUrl: string | undefined; readonly port: number | undefined };
  /** YAML: what is connected, and how its messages are read; undefined: nothing is described. */
  readonly equipmentFile: string | undefined;
  /** Opens GET /metrics; undefined: there is no such address. */
  readonly metricsToken: string | undefined;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly identity: IdentityConfig;
  readonly clientId: string;
  readonly audience: string;
  readonly groupsClaim: string;
  /** Path of the list of rights; undefined: the database's own. */
  readonly accessFile: string | undefined;
  readonly environments: readonly PageEnvironment[];
  /** The living demo home and its speed, 1 as in life; undefined: a real home. */
  readonly demo: { readonly speed: number } | undefined;
}

/** Says everything that is wrong with the configuration, a line for each setting. */
export class ConfigError extends OperatorError {
  constructor(reasons: readonly string[]) {
    super(['The configuration cannot be used:', ...reasons.map((reason) => `  ${reason}`)].join('\n'));
  }
}

const embeddedClientId = 'room-status-web';
const embeddedAudience = 'urn:room-status:api';

/** Reads settings and arguments. Throws ConfigError with all that is wrong. */
export function readConfig(
  settings: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config {
  const problems: string[] = [];
  const given = readSettings(settings, problems);
  const chosen = readArguments(args, problems);
  const port = Number(given.PORT ?? 3001);
  const publicUrl = given.ROOM_STATUS_URL ?? `http://localhost:${port}`;
  const clientId = given.OIDC_CLIENT_ID ?? embeddedClientId;
  const audience = given.OIDC_AUDIENCE ?? embeddedAudience;
  if (given.OIDC_ISSUER !== undefined) {
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_AUDIENCE'] as const) {
      if (given[name] === undefined) problems.push(`${name}: is missing, and OIDC_ISSUER needs it`);
    }
  }
  const own: PageEnvironment = {
    name: 'local',
    origins: [publicUrl],
    apiBaseUrl: '/api',
    issuer: given.OIDC_ISSUER ?? `${publicUrl}/idp`,
    clientId,
    audience: given.OIDC_ISSUER === undefined ? '' : audience,
    providerName:
      given.OIDC_PROVIDER_NAME ??
      (given.OIDC_ISSUER === undefined ? embeddedProviderName : new URL(given.OIDC_ISSUER).hostname),
  };
  const environments = readEnvironments(given.ENVIRONMENTS_FILE, own, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port,
    host: given.HOST ?? 'localhost',
    publicUrl,
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    database:
      given.DATABASE_URL === undefined
        ? { kind: 'sqlite', folder: resolve(given.DATA_DIR ?? 'data') }
        : { kind: 'postgres', url: given.DATABASE_URL, poolSize: Number(given.DATABASE_CONNECTIONS ?? 10) },
    natsUrls: given.NATS_URL ?? [],
    mqtt: {
      brokerUrl: given.MQTT_URL,
      port: given.MQTT_PORT === undefined ? undefined : Number(given.MQTT_PORT),
    },
    equipmentFile: given.EQUIPMENT_FILE,
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL ?? 'warn',
    identity:
      given.OIDC_ISSUER === undefined
        ? { kind: 'embedded', administratorPassword: given.ROOM_STATUS_ADMIN_PASSWORD }
        : { kind: 'external', issuer: given.OIDC_ISSUER },
    clientId,
    audience,
    groupsClaim: given.OIDC_GROUPS_CLAIM ?? 'groups',
    accessFile: given.ACCESS_FILE,
    environments,
    // Known passwords and a real identity provider never meet, and a shared database gets them only on request.
    demo:
      (chosen.demo ?? given.DATABASE_URL === undefined) && given.OIDC_ISSUER === undefined
        ? { speed: chosen.speed }
        : undefined,
  };
}

interface Arguments {
  /** Undefined: neither asked for nor declined. */
  readonly demo: boolean | undefined;
  readonly speed: number;
}

function readArguments(args: readonly string[], problems: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { demo: { type: 'boolean' }, speed: { type: 'string', default: '1' } },
      allowNegative: true,
    });
    const speed = Number(values.speed);
    if (!(speed > 0 && speed <= 1_000)) problems.push('--speed: must be a number above 0, at most 1000');
    return { demo: values.demo, speed };
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return { demo: undefined, speed: 1 };
  }
}

/** The table of a deployment with several environments; without a `local` entry the server's own is it. */
function readEnvironments(
  file: string | undefined,
  own: PageEnvironment,
  problems: string[],
): readonly PageEnvironment[] {
  if (file === undefined) return [own];
  try {
    const result = checkInput(z.array(Environment), JSON.parse(readFileSync(file, 'utf8')), 'the file');
    if ('value' in result)
      return result.value.some(({ name }) => name === 'local') ? result.value : [...result.value, own];
    problems.push(...result.errors.map(({ field, reason }) => `ENVIRONMENTS_FILE, ${field}: ${reason}`));
  } catch (error) {
    problems.push(`ENVIRONMENTS_FILE: ${error instanceof Error ? error.message : String(error)}`);
  }
  return [own];
}
