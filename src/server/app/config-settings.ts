/** The environment variables that an operator may set, each with what it has to look like. */
import * as z from 'zod/mini';
import { isAddressOrNetwork } from '../http/client-address.ts';
import { checkInput } from '../http/parse-input.ts';

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
  .check(z.refine(hasScheme('http', 'https'), 'must be an address such as https://id.example.org'));
const Port = z
  .string()
  .check(
    z.refine(
      (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
      'must be a port from 1 to 65535',
    ),
  );
const Addresses = listOf(
  isAddressOrNetwork,
  'must be IP addresses, or networks such as 10.0.0.0/8, with commas between',
);
const Text = z.string().check(z.minLength(1, 'must not be empty'));

/** The usual mistake: a generated password with such a character ends the address in its middle. */
const escaped = 'with / # ? % @ in a password written as %2F %23 %3F %25 %40';

/** The database by its name too: PostgreSQL would silently take one that is called like the user. */
const PostgresAddress = z
  .string()
  .check(
    z.refine(
      (value) => hasScheme('postgres', 'postgresql')(value) && new URL(value).pathname.length > 1,
      `must be an address such as postgres://user:password@host:5432/room_status, ${escaped}`,
    ),
  );
const NatsAddresses = listOf(
  hasScheme('nats', 'tls'),
  'must be addresses such as nats://host:4222, with commas between',
);
const MqttAddress = z
  .string()
  .check(
    z.refine(
      (value) => hasScheme('mqtt', 'mqtts', 'ws', 'wss')(value) && new URL(value).hostname !== '',
      `must be an address such as mqtt://user:password@host:1883, ${escaped}`,
    ),
  );

const Settings = z.object({
  PORT: z.optional(Port),
  HOST: z.optional(Text),
  ROOM_STATUS_URL: z.optional(Origin),
  TRUSTED_PROXIES: z.optional(Addresses),
  DATA_DIR: z.optional(Text),
  DATABASE_URL: z.optional(PostgresAddress),
  DATABASE_CONNECTIONS: z.optional(
    z.string().check(z.regex(/^([1-9]|[1-9]\d|[1-4]\d\d|500)$/, 'must be a number from 1 to 500')),
  ),
  NATS_URL: z.optional(NatsAddresses),
  MQTT_URL: z.optional(MqttAddress),
  MQTT_PORT: z.optional(Port),
  EQUIPMENT_FILE: z.optional(Text),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
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
export type Settings = z.infer<typeof Settings>;

/** An empty setting counts as none: that is what an unset variable in a compose file looks like. */
export function readSettings(settings: Readonly<Record<string, string | undefined>>, problems: string[]): Settings {
  const filled = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
  const result = checkInput(Settings, filled, 'the environment');
  if ('value' in result) return result.value;
  problems.push(...result.errors.map(({ field, reason }) => `${field}: ${reason}`));
  // The rest is looked at all the same, so that everything wrong is said at once.
  const wrong = new Set(result.errors.map(({ field }) => field));
  return Settings.parse(Object.fromEntries(Object.entries(filled).filter(([name]) => !wrong.has(name))));
}

function hasScheme(...schemes: readonly string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));
}

/** Commas between. */
function listOf(isRight: (item: string) => boolean, reason: string) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.split(',').map((item) => item.trim())),
      z.array(z.string()).check(z.refine((list) => list.every(isRight), reason)),
    ),
  );
}
