import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { rotateProviderKeys } from '../../identity/provider/protocol/provider-keys.ts';
import { assertEmbeddedProvider, type CommandContext } from '../command-line/command-context.ts';

const help = `
Nobody is signed out. Running servers use the new keys within ten seconds. The former signing key is accepted for
eleven minutes, until its access tokens have ended, and the former cookie key for 31 days. After a theft of the data
also change the passwords, which ends the sessions.`;

export function addKeysCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('keys')
    .description('Manage the keys of the embedded identity provider.')
    .command('rotate')
    .description('Replace the keys that sign tokens and cookies, for example after a backup was lost.')
    .addHelpText('after', help)
    .action(async () => {
      assertEmbeddedProvider(context);
      const database = await context.open();
      await database.withExclusiveLock(() => rotateProviderKeys(database, context.now, context.source.actor));
      context.terminal.print('Replaced the signing key and the cookie key. Servers use them within ten seconds.');
    });
}
