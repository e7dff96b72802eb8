import { isoTime } from '../../../domain/iso-time.ts';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { statusOfCode } from '../../../domain/room-status.ts';
import { listRooms } from '../../hierarchy/room-overview.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { formatAge } from '../command-line/durations.ts';
import { findScopeArgument, scopeHelp } from '../command-line/find-scope-argument.ts';
import { formatTable } from '../command-line/format-table.ts';

export function addStreamsCommand(program: CommandUnknownOpts, { open, now, terminal }: CommandContext): void {
  program
    .command('streams')
    .description('List the rooms with alias, uuid, status, last report and last contact.')
    .option('--ward <scope>', 'only the rooms of this ward, location or client', 'everything')
    .option('--silent', 'only monitored rooms whose device is offline')
    .option('--json', 'print JSON')
    .addHelpText('after', scopeHelp)
    .action(async ({ ward, silent = false, json }) => {
      const database = await open();
      const { scope } = await findScopeArgument(database, '--ward', ward);
      const rooms = (await listRooms(database, scope, now)).filter(({ isSilent }) => isSilent || !silent);
      if (json === true) {
        const list = rooms.map((room) => ({
          ...room,
          reportedAt: isoTime(room.reportedAt),
          seenAt: isoTime(room.seenAt),
        }));
        terminal.print(JSON.stringify(list, null, 2));
        return;
      }
      const rows = rooms.map((room) => [
        `${room.location} / ${room.ward} / ${room.room}`,
        room.alias ?? '-',
        room.uuid,
        room.status === 'INACTIVE' ? 'INACTIVE' : describeStatus(room.roomStatus, room.offlineSources),
        formatAge(room.reportedAt, now),
        formatAge(room.seenAt, now),
      ]);
      const emptyText = silent ? 'No monitored room is offline.' : 'There is no room yet: see `import`.';
      const headings = ['room', 'alias', 'stream', 'status', 'last report', 'last contact'];
      terminal.print(formatTable(headings, rows, emptyText));
    });
}

function describeStatus(roomStatus: number, offlineSources: readonly string[]): string {
  const status = `${roomStatus} ${statusOfCode(roomStatus).name}`;
  return offlineSources.length === 0 ? status : `${status}: ${offlineSources.join(', ')}`;
}
