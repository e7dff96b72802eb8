/** Reads and checks the configuration of the server before it starts. No other file reads the environment. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { defaultSignInScope, embeddedProviderName, Environment } from '../../contract/environment.ts';
import type { ContactSettings } from '../contacts/contact-sender.ts';
import type { PublishedLocations } from '../publishing/published-wards.ts';
import { errorMessageOf } from '../shared/error-message.ts';
import { validateInput } from '../shared/validate-input.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { readSettings, type Settings } from './config-settings.ts';
import { readServerArguments } from './server-arguments.ts';

export type PageEnvironment = z.infer<typeof Environment>;

export type Config = ReturnType<typeof readConfig>;

/** Lists every error of the configuration, one line per setting. */
class ConfigError extends OperatorError {
  constructor(problems: readonly string[]) {
    super(['The configuration is invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

/** Throws ConfigError, which lists every invalid setting and argument. */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv.slice(2),
) {
  const problems: string[] = [];
  const settings = readSettings(variables, problems);
  const { demo } = readServerArguments(args, problems);
  const publicUrl = settings.ROOM_STATUS_URL ?? `http://localhost:${settings.PORT}`;
  const environments = readEnvironments(settings, publicUrl, problems);
  checkAudience(settings, environments, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: poolSize, OIDC_ISSUER: issuer } = settings;
  // The demo accounts have known passwords. So the demo never runs with a real identity provider, and on a shared
  // database only on request.
  const isDemo = issuer === undefined && (demo ?? url === undefined);
  // The demo has a file of its own, so that it never changes the data of a home.
  const file = join(resolve(settings.DATA_DIR), isDemo ? 'demo.sqlite' : 'room-status.sqlite');
  return {
    port: settings.PORT,
    host: settings.HOST,
    /** The origin that users open in their browsers. */
    publicUrl,
    /** The addresses of reverse proxies whose X-Forwarded-For header is trusted. */
    trustedProxies: settings.TRUSTED_PROXIES,
    /** The url contains a password: never print it. */
    database: url === undefined ? ({ kind: 'sqlite', file } as const) : ({ kind: 'postgres', url, poolSize } as const),
    /** The addresses of NATS, which carries live updates between processes. Empty: this is the only process. */
    natsUrls: settings.NATS_URL,
    /** NOTE: `brokerUrl` contains a password, so never print it. Without a `port` the embedded broker does not run. */
    mqtt: { brokerUrl: settings.MQTT_URL, port: settings.MQTT_PORT },
    /** NOTE: `brokerUrl` contains a password, so never print it. */
    publishing: publishingOf(settings),
    /** The hosts that an administrator may enter for the MQTT broker. Undefined: those in private networks. */
    mqttAllowedHosts: settings.MQTT_ALLOWED_HOSTS,
    /** NOTE: the `url` of `email` contains a password, so never print it. */
    contacts: contactSettingsOf(settings),
    push: pushOf(settings, publicUrl),
    /** The equipment file that the first start imports. */
    equipmentFile: settings.EQUIPMENT_FILE,
    /** The age in days after which `prune` deletes events of the audit log. */
    auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
    /** The token for GET /metrics. Undefined: the path does not exist. */
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    identity:
      issuer === undefined
        ? ({ kind: 'embedded', administratorPassword: settings.ROOM_STATUS_ADMIN_PASSWORD } as const)
        : ({ kind: 'external', issuer } as const),
    audience: settings.OIDC_AUDIENCE ?? 'urn:room-status:api',
    groups: { claim: settings.OIDC_GROUPS_CLAIM, separator: settings.OIDC_GROUPS_SEPARATOR },
    /** The path of the access file. Undefined: the rights are managed in the browser. */
    accessFile: settings.ACCESS_FILE,
    environments,
    isDemo,
  };
}

/** What is published to which broker. Undefined: nothing. Without `brokerUrl` it is the broker that is read. */
function publishingOf({ MQTT_PUBLISH: names, MQTT_PUBLISH_URL: brokerUrl }: Settings) {
  if (names === undefined) return undefined;
  const locations: PublishedLocations = names.includes('all') ? 'all' : names.map((name) => name.toLowerCase());
  return { locations, brokerUrl };
}

function contactSettingsOf(settings: Settings): ContactSettings {
  const { WEBHOOK_ALLOWED_HOSTS: webhookAllowedHosts, SMTP_URL: url, EMAIL_FROM: from } = settings;
  return { webhookAllowedHosts, email: url === undefined || from === undefined ? undefined : { url, from } };
}

function pushOf({ PUSH_CONTACT, PUSH_ALLOWED_HOSTS }: Settings, publicUrl: string) {
  // Push services refuse a contact that is not an https address or a mail address.
  const defaultContact = publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
  return {
    /** Where a push service reaches the operator. */
    contact: PUSH_CONTACT ?? defaultContact,
    /** The hosts of push services in the own network. */
    allowedHosts: PUSH_ALLOWED_HOSTS,
  };
}

/**
 * The schema of an environment in a file. The server checks it, because the page cannot report an error in its own
 * configuration.
 */
const EnvironmentOfFile = z.strictObject({
  ...Environment.shape,
  origins: z.array(
    z
      .string()
      .check(z.refine((value) => originOf(value) === value, 'must be an origin such as https://rooms.example.org')),
  ),
  apiBaseUrl: z
    .string()
    .check(
      z.refine((value) => value.startsWith('/') || isWebAddress(value), 'must be an address, or a path such as /api'),
    ),
  issuer: z.string().check(z.refine(isWebAddress, 'must be an address such as https://id.example.org')),
});

function originOf(value: string): string | undefined {
  return URL.canParse(value) ? new URL(value).origin : undefined;
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/**
 * Reads the environments of ENVIRONMENTS_FILE. The server's own settings become the environment `local` unless the file
 * has one.
 */
function readEnvironments(settings: Settings, publicUrl: string, problems: string[]): readonly PageEnvironment[] {
  const local = localEnvironment(settings, publicUrl);
  const file = settings.ENVIRONMENTS_FILE;
  if (file === undefined) return [local];
  try {
    const result = validateInput(z.array(EnvironmentOfFile), JSON.parse(readFileSync(file, 'utf8')), 'the file');
    if ('value' in result) {
      const hasLocal = result.value.some(({ name }) => name === 'local');
      return hasLocal ? result.value : [...result.value, local];
    }
    problems.push(...result.errors.map(({ field, reason }) => `ENVIRONMENTS_FILE, ${field}: ${reason}`));
  } catch (error) {
    problems.push(`ENVIRONMENTS_FILE: ${errorMessageOf(error)}`);
  }
  return [local];
}

function localEnvironment(settings: Settings, publicUrl: string): PageEnvironment {
  const { OIDC_ISSUER: issuer, OIDC_PROVIDER_NAME: providerName } = settings;
  const clientId = settings.OIDC_CLIENT_ID ?? 'room-status-web';
  const page = { name: 'local' as const, origins: [publicUrl], apiBaseUrl: '/api', clientId };
  if (issuer === undefined) {
    const name = providerName ?? embeddedProviderName;
    return { ...page, issuer: `${publicUrl}/idp`, scope: defaultSignInScope, providerName: name };
  }
  return {
    ...page,
    issuer,
    scope: settings.OIDC_SCOPE,
    resource: settings.OIDC_RESOURCE,
    audienceParameter: settings.OIDC_AUDIENCE_PARAMETER,
    providerName: providerName ?? new URL(issuer).hostname,
  };
}

/**
 * Checks that the audience of access tokens differs from the client id. Id tokens have the client id as audience, so an
 * id token could otherwise be accepted as an access token.
 */
function checkAudience(settings: Settings, environments: readonly PageEnvironment[], problems: string[]): void {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE: isAllowed } = settings;
  const isClientId = environments.some(
    (environment) => environment.issuer === issuer && environment.clientId === audience,
  );
  if (!isClientId || isAllowed === 'true') return;
  problems.push(
    'OIDC_AUDIENCE: is the client id, so an id token could be accepted as an access token. Register a separate API, ' +
      'or set OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE=true',
  );
}
