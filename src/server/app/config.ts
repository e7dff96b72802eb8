/** The only reader of the environment: what an operator may set, checked as a whole before anything starts. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { embeddedProviderName, Environment } from '../../contract/environment.ts';
import { checkInput } from '../http/parse-input.ts';

export type PageEnvironment = z.infer<typeof Environment>;

export type IdentityConfig =
  | { readonly kind: 'embedded'; readonly administratorPassword: string | undefined }
  | { readonly kind: 'external'; readonly issuer: string };

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin by which people reach the product. */
  readonly publicUrl: string;
  /** Addresses of the reverse proxies before the server: what they say of the sender of a request is believed. */
  readonly trustedProxies: readonly string[];
  readonly dataFolder: string;
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
export class ConfigError extends Error {
  constructor(reasons: readonly string[]) {
    super(['The configuration cannot be used:', ...reasons.map((reason) => `  ${reason}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

const Origin = z
  .string()
  .check(
    z.refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an origin such as https://rooms.example.org',
    ),
  );
const Address = z
  .string()
  .check(
    z.refine(
      (value) => /^https?:/.test(value) && URL.canParse(value),
      'must be an address such as https://id.example.org',
    ),
  );
const Port = z
  .string()
  .check(
    z.refine(
      (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
      'must be a port from 1 to 65535',
    ),
  );
const Addresses = z.pipe(
  z.string(),
  z.pipe(
    z.transform((value: string) => value.split(',').map((address) => address.trim())),
    z
      .array(z.string())
      .check(
        z.refine((list) => list.every((address) => isIP(address) !== 0), 'must be IP addresses with commas between'),
      ),
  ),
);
const Text = z.string().check(z.minLength(1, 'must not be empty'));

const Settings = z.object({
  PORT: z.optional(Port),
  HOST: z.optional(Text),
  ROOM_STATUS_URL: z.optional(Origin),
  TRUSTED_PROXIES: z.optional(Addresses),
  DATA_DIR: z.optional(Text),
  LOG_LEVEL: z.optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])),
  OIDC_ISSUER: z.optional(Address),
  OIDC_CLIENT_ID: z.optional(Text),
  OIDC_AUDIENCE: z.optional(Text),
  OIDC_GROUPS_CLAIM: z.optional(Text),
  OIDC_PROVIDER_NAME: z.optional(Text),
  ACCESS_FILE: z.optional(Text),
  ENVIRONMENTS_FILE: z.optional(Text),
  ROOM_STATUS_ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(12, 'must have at least 12 characters'))),
});
type Settings = z.infer<typeof Settings>;

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
    dataFolder: resolve(given.DATA_DIR ?? 'data'),
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
    // Known passwords and a real identity provider never meet.
    demo: chosen.isDemo && given.OIDC_ISSUER === undefined ? { speed: chosen.speed } : undefined,
  };
}

/** An empty setting counts as none: that is what an unset variable in a compose file looks like. */
function readSettings(settings: Readonly<Record<string, string | undefined>>, problems: string[]): Settings {
  const filled = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
  const result = checkInput(Settings, filled, 'the environment');
  if ('value' in result) return result.value;
  problems.push(...result.errors.map(({ field, reason }) => `${field}: ${reason}`));
  // The rest is looked at all the same, so that everything wrong is said at once.
  const wrong = new Set(result.errors.map(({ field }) => field));
  return Settings.parse(Object.fromEntries(Object.entries(filled).filter(([name]) => !wrong.has(name))));
}

function readArguments(args: readonly string[], problems: string[]): { isDemo: boolean; speed: number } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { demo: { type: 'boolean', default: true }, speed: { type: 'string', default: '1' } },
      allowNegative: true,
    });
    const speed = Number(values.speed);
    if (!(speed > 0 && speed <= 1_000)) problems.push('--speed: must be a number above 0, at most 1000');
    return { isDemo: values.demo, speed };
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return { isDemo: true, speed: 1 };
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
