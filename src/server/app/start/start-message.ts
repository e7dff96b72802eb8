import type { Config } from '../config.ts';
import type { SeedResult } from './seed-data.ts';

type Settings = Pick<Config, 'publicUrl' | 'demo' | 'host' | 'mqtt'>;

/** The last lines that a start prints: the address of the board and how to sign in. */
export function startMessage({ publicUrl, demo, host, mqtt }: Settings, seeded: SeedResult): string {
  const lines = [
    '',
    `Room Status is running at ${publicUrl}`,
    ...brokerLines(host, mqtt),
    ...insecureAddressLines(publicUrl),
    ...accountLines(seeded),
  ];
  if (demo !== undefined)
    lines.push('', 'This is the demo. `npm start -- --no-demo` starts with an empty home of your own.');
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

/** Secure contexts, as browsers define them. The sign-in needs Web Crypto, which exists only there. */
const secureAddress = /^https:|^http:\/\/(([^/]+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

function insecureAddressLines(publicUrl: string): string[] {
  if (secureAddress.test(publicUrl)) return [];
  return [
    '',
    `Nobody can sign in at ${publicUrl}: browsers allow it only with https, or at localhost.`,
    'Put a reverse proxy with TLS in front of the server, and set ROOM_STATUS_URL to its https address.',
  ];
}

/** Leaves out the user and password that the address of the broker can contain. */
function brokerLines(host: string, { port, brokerUrl }: Config['mqtt']): string[] {
  const broker = brokerUrl === undefined ? undefined : new URL(brokerUrl);
  return [
    ...(port === undefined ? [] : [`Its MQTT broker listens at ${host}:${port}`]),
    ...(broker === undefined
      ? []
      : [`It connects to the MQTT broker ${broker.protocol}//${broker.host}. If that fails, the log says why`]),
  ];
}

function accountLines({ shownAccounts, hasNoAccount }: SeedResult): string[] {
  if (hasNoAccount) {
    return [
      '',
      'Nobody can sign in yet: set ROOM_STATUS_ADMIN_PASSWORD and start again to create the account `admin`.',
    ];
  }
  if (shownAccounts.length === 0) return [];
  const width = Math.max(...shownAccounts.map(({ username }) => username.length));
  return [
    '',
    'Sign in as',
    ...shownAccounts.map(
      ({ username, displayName, password }) => `  ${username.padEnd(width)}  password ${password}  (${displayName})`,
    ),
  ];
}
