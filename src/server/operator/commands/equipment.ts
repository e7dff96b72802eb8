import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { importEntries, readEntries } from '../../equipment/equipment-store.ts';
import { formatEquipmentFile, readEquipmentFile } from '../../equipment/file/equipment-file.ts';
import { findMissingRoomNames } from '../../equipment/missing-rooms.ts';
import type { CommandContext } from '../command-line/command-context.ts';

const importHelp = `
The whole file is checked first. If it has errors, all of them are printed and nothing changes. A connection replaces
the one with the same name. A running server follows within seconds. Rooms that do not exist are named, because a home
file may add them later.`;

export function addEquipmentCommands(program: CommandUnknownOpts, { open, source, terminal }: CommandContext): void {
  const equipment = program.command('equipment').description('Connections to equipment, as files.');
  equipment
    .command('import')
    .description('Add the connections of a YAML file.')
    .argument('<file>', 'a file as `equipment export` writes it')
    .option('--remove-missing', 'remove the connections that are not in the file')
    .addHelpText('after', importHelp)
    .action(async (file, { removeMissing = false }) => {
      const entries = readEquipmentFile(file);
      const database = await open();
      const { added, changed, removed } = await importEntries(database, { file, entries, removeMissing }, source);
      terminal.print(`${added} added, ${changed} changed, ${removed} removed.`);
      for (const entry of entries) {
        const rooms = await findMissingRoomNames(database, entry);
        if (rooms.length === 0) continue;
        const names = rooms.map((room) => `${entry.location}/${room}`).join(', ');
        terminal.remark(`${entry.name}: no such room: ${names}. What is reported for it reaches nobody.`);
      }
    });
  equipment
    .command('export')
    .description('Print all connections as YAML.')
    .action(async () => {
      const { query } = await open();
      terminal.print(formatEquipmentFile(await readEntries(query)));
    });
}
