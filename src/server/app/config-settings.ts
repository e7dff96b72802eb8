/** The environment variables that an operator can set: their format, default and error text. */
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { defaultSignInScope } from '../../contract/environment.ts';
import { DatabaseUrl, escapeHint, hasScheme } from './database-url.ts';
import { groupSeparators } from '../identity/access-token/groups-of-claims.ts';
import { isAddressOrNetwork } from '../http/client-address.ts';
import { validateInput } from '../shared/validate-input.ts';

const Text = z.string().check(z.minLength(1, 'must not be empty'));

/** The minimum retention of audit events. The database itself refuses to delete events of the last 90 days. */
const minAuditRetentionDays = 91;

const Port = numberUpTo(65_535, 'must be a port from 1 to 65535');

const HostList = listOf(
  (item) => isAddressOrNetwork(item) || /^[a-z\d]([\w.-]{0,251}[a-z\d])?$/i.test(item),
  'must be host names, IP addresses, or networks such as 10.0.0.0/8, separated by commas',
);

const BrokerUrl = checkedText(
  (value) => hasScheme('mqtt', 'mqtts', 'ws', 'wss')(value) && new URL(value).hostname !== '',
  `must be an address such as mqtt://user:password@host:1883, ${escapeHint}`,
);

/** An e-mail address, or a name with the address in angle brackets. */
const senderPattern = /^(?:(?<name>[^<>@"\r\n]*)<(?<address>[^\s<>@,]+@[^\s<>@,]+)>|(?<bare>[^\s<>@,]+@[^\s<>@,]+))$/;

const Settings = z.object({
  PORT: withDefault(Port, 3001),
  HOST: withDefault(Text, 'localhost'),
  ROOM_STATUS_URL: z.optional(
    checkedText(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an origin such as https://rooms.example.org',
    ),
  ),
  TRUSTED_PROXIES: withDefault(
    listOf(isAddressOrNetwork, 'must be IP addresses, or networks such as 10.0.0.0/8, separated by commas'),
    [],
  ),
  DATA_DIR: withDefault(Text, 'data'),
  DATABASE_URL: z.optional(DatabaseUrl),
  DATABASE_CONNECTIONS: withDefault(numberUpTo(500, 'must be a number from 1 to 500'), 10),
  NATS_URL: withDefault(
    listOf(hasScheme('nats', 'tls'), 'must be addresses such as nats://host:4222, separated by commas'),
    [],
  ),
  MQTT_URL: z.optional(BrokerUrl),
  MQTT_PORT: z.optional(Port),
  MQTT_ALLOWED_HOSTS: z.optional(HostList),
  MQTT_PUBLISH: z.optional(
    listOf(
      (item) => /^[a-z\d][\w.-]{0,62}$/i.test(item),
      'must be all, or the aliases or uuids of locations, separated by commas',
    ),
  ),
  MQTT_PUBLISH_URL: z.optional(BrokerUrl),
  WEBHOOK_ALLOWED_HOSTS: withDefault(HostList, []),
  SMTP_URL: z.optional(
    checkedText(
      (value) => /^smtps?:\/\/[^/?#]+$/.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
      `must be an address such as smtp://user:password@host:587, ${escapeHint}`,
    ),
  ),
  EMAIL_FROM: z.optional(
    z.pipe(
      checkedText(
        (value) => senderPattern.test(value),
        'must be an email address such as alerts@example.org, or Room Status <alerts@example.org>',
      ),
      z.transform((value: string) => {
        const { name = '', address = '', bare = '' } = senderPattern.exec(value)?.groups ?? {};
        return { name: name.trim(), address: address + bare };
      }),
    ),
  ),
  PUSH_CONTACT: z.optional(
    checkedText(
      (value) => /^mailto:[^@\s]+@[^@\s]+$/.test(value) || hasScheme('https')(value),
      'must be an address such as mailto:it@example.org or https://rooms.example.org',
    ),
  ),
  PUSH_ALLOWED_HOSTS: withDefault(HostList, []),
  EQUIPMENT_FILE: z.optional(Text),
  AUDIT_RETENTION_DAYS: withDefault(
    z.pipe(
      checkedText(
        (value) => /^\d{2,5}$/.test(value) && Number(value) >= minAuditRetentionDays && Number(value) <= 36_500,
        `must be a number of days from ${minAuditRetentionDays} to 36500`,
      ),
      z.transform(Number),
    ),
    365,
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: withDefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  OIDC_ISSUER: z.optional(checkedText(hasScheme('http', 'https'), 'must be an address such as https://id.example.org')),
  OIDC_CLIENT_ID: z.optional(Text),
  OIDC_AUDIENCE: z.optional(Text),
  OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE: withDefault(z.enum(['true', 'false']), 'false'),
  OIDC_SCOPE: withDefault(
    checkedText((value) => value.split(' ').includes('openid'), 'must contain openid, such as openid email groups'),
    defaultSignInScope,
  ),
  OIDC_RESOURCE: z.optional(
    checkedText(
      (value) => URL.canParse(value) && !value.includes('#'),
      'must be an absolute URI without #, such as https://rooms.example.org/api',
    ),
  ),
  OIDC_AUDIENCE_PARAMETER: z.optional(Text),
  OIDC_GROUPS_CLAIM: withDefault(Text, 'groups'),
  OIDC_GROUPS_SEPARATOR: z.optional(z.enum(groupSeparators, 'must be comma or space')),
  OIDC_PROVIDER_NAME: z.optional(Text),
  ACCESS_FILE: z.optional(Text),
  ENVIRONMENTS_FILE: z.optional(Text),
  ROOM_STATUS_ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(12, 'must have at least 12 characters'))),
});
export type Settings = z.infer<typeof Settings>;

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Adds an error to `problems` for each invalid one, which then counts as not set. */
export function readSettings(variables: Variables, problems: string[]): Settings {
  // An empty text counts as not set, because compose files set variables without a value to an empty text.
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = validateInput(Settings, filled, 'the environment');
  if ('value' in result) {
    checkTogether(result.value, problems);
    return result.value;
  }
  problems.push(...result.errors.map(({ field, reason }) => `${field}: ${reason}`));
  const wrong = new Set(result.errors.map(({ field }) => field));
  return readSettings(Object.fromEntries(Object.entries(filled).filter(([name]) => !wrong.has(name))), problems);
}

/** Settings that need another setting. */
const needs = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
  ['SMTP_URL', 'EMAIL_FROM'],
  ['EMAIL_FROM', 'SMTP_URL'],
  ['MQTT_PUBLISH_URL', 'MQTT_PUBLISH'],
] as const;

function checkTogether(settings: Settings, problems: string[]): void {
  for (const [name, needed] of needs) {
    if (settings[name] === undefined || settings[needed] !== undefined) continue;
    problems.push(`${needed}: is missing, ${name} needs it`);
  }
  if (settings.OIDC_ISSUER !== undefined && new URL(settings.OIDC_ISSUER).hostname === 'accounts.google.com') {
    problems.push('OIDC_ISSUER: Google issues opaque tokens without groups, see docs/sign-in.md for another way');
  }
}

function checkedText(isValid: (value: string) => boolean, reason: string) {
  return z.string().check(z.refine(isValid, reason));
}

/** The schema of a setting that is a whole number from 1 to `max`. `reason`: the text of the error. */
function numberUpTo(max: number, reason: string) {
  const isValid = (value: string) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= max;
  return z.pipe(checkedText(isValid, reason), z.transform(Number));
}

function listOf(isValid: (item: string) => boolean, reason: string) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.split(',').map((item) => item.trim())),
      z.array(z.string()).check(z.refine((list) => list.every(isValid), reason)),
    ),
  );
}
