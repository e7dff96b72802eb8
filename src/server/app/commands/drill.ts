import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { statusOfName } from '../../../domain/room-status.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { listRooms } from '../../hierarchy/room-overview.ts';
import { findPlace } from '../../rights/manager.ts';
import { changeAlerts } from '../../rooms/alerts/change-alerts.ts';
import { startDrill } from '../../rooms/reports/stream-alerts.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { UsageError } from '../command-line/usage-error.ts';

const help = `
The boards of the room's ward show the alert within two seconds, marked as a test, with its sound. Staff answer it as
any other. The status of the room does not change. Name the room by its uuid or alias, as \`streams\` prints them.`;

export function addDrillCommand(program: CommandUnknownOpts, context: CommandContext): void {
  const { open, now, terminal, source } = context;
  program
    .command('drill <room>')
    .description('Raise an alert in a room that is marked as a test.')
    .option('--status <name>', 'the room status, such as man_down or out_of_bed', 'man_down')
    .addHelpText('after', help)
    .action(async (room, { status: name }) => {
      const status = statusOfName(name);
      if (status === undefined) throw new UsageError(`--status: ${name} is not a room status.`);
      const database = await open();
      const rooms = await listRooms(database, { kind: 'everything' }, now);
      const [found, ...others] = rooms.filter(({ uuid, alias }) => uuid === room.toLowerCase() || alias === room);
      if (found === undefined) throw new UsageError(`There is no room ${room}: see \`streams\`.`);
      if (others.length > 0) throw new UsageError(`${others.length + 1} rooms have the alias ${room}: use the uuid.`);
      // Recorded first, because the alert is stored by statements of its own.
      await recordAudit(database.query, {
        ...source,
        action: 'drill.start',
        object: { kind: 'room', id: found.uuid, name: found.room },
        clientUUID: (await findPlace(database.query, 'stream', found.uuid))?.clientUUID ?? null,
        after: { status: status.name },
      });
      // The server finds the change in the database.
      const bus = { publish: () => undefined };
      const isStarted = await changeAlerts({ database, bus }, found.uuid, (stream) => {
        const change = startDrill(stream, status.code, { kind: 'server' }, now);
        return { result: change.transitions.length > 0, change };
      });
      const place = `${found.location} / ${found.ward} / ${found.room}`;
      terminal.print(isStarted ? `Drill in ${place}: ${status.name}.` : `A drill of this status is open in ${place}.`);
    });
}
