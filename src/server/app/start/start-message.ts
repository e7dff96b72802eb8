/** The last lines of a start: where to go, and who to be there. */
import type { Config } from '../config.ts';
import type { SeedResult } from './seed-data.ts';

type Settings = Pick<Config, 'publicUrl' | 'demo' | 'host' | 'mqtt'>;

export function startMessage({ publicUrl, demo, host, mqtt }: Settings, prepared: SeedResult): string {
  const lines = [
    '',
    `Room Status is running at ${publicUrl}`,
    ...brokerLines(host, mqtt),
    ...secureLines(publicUrl),
    ...accountLines(prepared),
  ];
  if (demo !== undefined)
    lines.push('', 'This is the demo. `npm start -- --no-demo` starts with an empty home of your own.');
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

/** Browsers sign nobody in elsewhere: they keep what that takes to secure contexts. */
const secureAddress = /^https:|^http:\/\/(([^/]+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

function secureLines(publicUrl: string): string[] {
  if (secureAddress.test(publicUrl)) return [];
  return [
    '',
    `Nobody can sign in at ${publicUrl}: browsers allow it with https alone, or at localhost.`,
    'Put a front with TLS before it, and set ROOM_STATUS_URL to its https address.',
  ];
}

/** Without the password that may be in the address. */
function brokerLines(host: string, { port, brokerUrl }: Config['mqtt']): string[] {
  const broker = brokerUrl === undefined ? undefined : new URL(brokerUrl);
  return [
    ...(port === undefined ? [] : [`Its MQTT broker listens at ${host}:${port}`]),
    ...(broker === undefined
      ? []
      : [`It connects to the MQTT broker ${broker.protocol}//${broker.host}; where it cannot, the log says why`]),
  ];
}

function accountLines({ shownAccounts, isWithoutAccounts }: SeedResult): string[] {
  if (isWithoutAccounts) {
    return ['', 'Nobody can sign in yet: set ROOM_STATUS_ADMIN_PASSWORD and start again to make the account `admin`.'];
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
