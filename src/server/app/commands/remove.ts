import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { removeNode } from '../../hierarchy/home-file/import/remove-node.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { printHomeChanges } from '../home-changes/print-home-changes.ts';

const help = `
Name it by its uuid, or by alias or name with slashes between ("Harbour House/Ward X", "harbour-house/room-1").
Write client:, location:, ward: or stream: before an ambiguous name. A room with reports is never removed: import it
with the status INACTIVE instead. Log entries of the server itself, such as "offline", are not reports.`;

export function addRemoveCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('remove')
    .description('Remove a room, or a ward, location or client with all its rooms, if none of them has a report.')
    .argument('<place>')
    .option('--dry-run', 'only print what would be removed')
    .addHelpText('after', help)
    .action(async (place, { dryRun: isDryRun = false }) => {
      const database = await context.open();
      const { now, source } = context;
      const result = await database.withExclusiveLock(() =>
        removeNode(database, place, { isDryRun, now, actor: source.actor }),
      );
      await printHomeChanges(context, database, result, { isDryRun });
    });
}
