/** The last lines of a start: where to go, and who to be there. */
import type { Config } from './config.ts';
import type { Prepared } from './prepare-data.ts';

export function welcome({ publicUrl, demo }: Pick<Config, 'publicUrl' | 'demo'>, prepared: Prepared): string {
  const lines = ['', `Room Status is running at ${publicUrl}`, ...accountLines(prepared)];
  if (demo !== undefined)
    lines.push('', 'This is the demo. `npm start -- --no-demo` starts with an empty home of your own.');
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

function accountLines({ shownAccounts, isWithoutAccounts }: Prepared): string[] {
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
