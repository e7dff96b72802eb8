import { setUpPath } from '../../../contract/set-up-path.ts';
import type { Config } from '../config.ts';
import type { SeedResult } from './seed-data.ts';

type Settings = Pick<Config, 'publicUrl' | 'demo' | 'host' | 'mqtt'>;

/** The last lines that a start prints: the address of the board and how to log in. */
export function startMessage({ publicUrl, demo, host, mqtt }: Settings, seeded: SeedResult): string {
  const lines = [
    '',
    `Room Status is running at ${publicUrl}`,
    ...brokerLines(host, mqtt),
    ...insecureAddressLines(publicUrl),
    ...accountLines(publicUrl, seeded),
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
    `Nobody can log in at ${publicUrl}: browsers allow it only with https, or at localhost.`,
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

function accountLines(publicUrl: string, { shownAccounts, setupCode }: SeedResult): string[] {
  if (setupCode !== undefined) {
    return [
      '',
      'This home is not set up yet. Open this link within an hour, on any machine that reaches the server:',
      `  ${publicUrl}${setUpPath}#${setupCode}`,
      'Whoever opens it becomes the administrator. Each start prints a new link until there is one.',
    ];
  }
  if (shownAccounts.length === 0) return [];
  const width = Math.max(...shownAccounts.map(({ username }) => username.length));
  return [
    '',
    'Log in as',
    ...shownAccounts.map(
      ({ username, displayName, password }) => `  ${username.padEnd(width)}  password ${password}  (${displayName})`,
    ),
  ];
}
