import { setUpPath } from '../../../contract/identity/set-up-path.ts';
import type { Config } from '../config.ts';
import type { SeedResult } from './seed-data.ts';

type Settings = Pick<Config, 'publicUrl' | 'isDemo' | 'host' | 'mqtt'>;

/**
 * The last lines that a start prints: the link of the first set-up if it is not done, the address, and how to log in.
 */
export function formatStartMessage({ publicUrl, isDemo, host, mqtt }: Settings, seeded: SeedResult): string {
  const lines = [
    '',
    ...setUpLines(publicUrl, seeded),
    `Room Status is running at ${publicUrl}`,
    ...localAddressLines(publicUrl),
    ...brokerLines(host, mqtt),
    ...insecureAddressLines(publicUrl),
    ...equipmentLines(seeded),
    ...accountLines(seeded),
  ];
  if (isDemo) lines.push('', 'This is the demo. `npm start -- --no-demo` starts with an empty home of your own.');
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

function setUpLines(publicUrl: string, { setupCode }: SeedResult): string[] {
  if (setupCode === undefined) return [];
  const where = isLocalAddress(publicUrl) ? 'on this machine' : 'on any machine that reaches the server';
  return [
    `This home is not set up yet. Open this link within an hour, ${where}:`,
    `  ${publicUrl}${setUpPath}#${setupCode}`,
    'Whoever opens it becomes the administrator. Each start prints a new link until there is one.',
    '',
  ];
}

/** Whether only browsers on the server's own machine can open the address. */
function isLocalAddress(publicUrl: string): boolean {
  return /^http:\/\/(([^/]+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(publicUrl);
}

function localAddressLines(publicUrl: string): string[] {
  if (!isLocalAddress(publicUrl)) return [];
  return ['This address works on this machine only. docs/first-day.md says how phones and devices reach it.'];
}

/** Explains that the sign-in needs HTTPS or localhost: Web Crypto exists only in secure contexts. */
function insecureAddressLines(publicUrl: string): string[] {
  if (publicUrl.startsWith('https:') || isLocalAddress(publicUrl)) return [];
  return [
    '',
    `Nobody can log in at ${publicUrl}: browsers allow it only with https, or at localhost.`,
    'Put a reverse proxy with TLS in front of the server, and set ROOM_STATUS_URL to its https address.',
  ];
}

/** Describes the brokers, without the user and password that the address may contain. */
function brokerLines(host: string, { port, brokerUrl }: Config['mqtt']): string[] {
  const broker = brokerUrl === undefined ? undefined : new URL(brokerUrl);
  return [
    ...(port === undefined ? [] : [`Its MQTT broker listens at ${host}:${port}`]),
    ...(broker === undefined
      ? []
      : [`It connects to the MQTT broker ${broker.protocol}//${broker.host}. If that fails, the log says why`]),
  ];
}

function equipmentLines({ importedEquipment }: SeedResult): string[] {
  if (importedEquipment === undefined) return [];
  const { file, connectionCount } = importedEquipment;
  return [
    '',
    `The connections to equipment in ${file} (${connectionCount}) are in the database now.`,
    'The file is no longer read. Change them in the browser, under Manage > Equipment.',
  ];
}

function accountLines({ shownAccounts }: SeedResult): string[] {
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
