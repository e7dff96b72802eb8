import { chmod, rename, writeFile } from 'node:fs/promises';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { nodesOfLevel } from '../../home/home-file/home.ts';
import { loadHome } from '../../home/home-file/load-home.ts';
import { writeCsvHome } from '../../home/home-file/format/write-csv.ts';
import { writeYamlHome } from '../../home/home-file/format/write-yaml.ts';
import type { CommandContext } from '../command-line/command-context.ts';

const help = `
Importing an unchanged export changes nothing. In CSV, a cell that a spreadsheet would run as a formula gets
an apostrophe in front. \`import\` removes it.`;

export function addExportCommand(program: CommandUnknownOpts, { open, terminal }: CommandContext): void {
  program
    .command('export')
    .description('Write clients, locations, wards and rooms to a YAML or CSV file.')
    .argument('[file]', 'the file to write or overwrite; default: stdout')
    .addOption(
      new Option('--format <format>', 'default: csv if the file ends in .csv, otherwise yaml').choices([
        'yaml',
        'csv',
      ] as const),
    )
    .addHelpText('after', help)
    .action(async (file, { format }) => {
      const isCsv = (format ?? (file?.toLowerCase().endsWith('.csv') ? 'csv' : 'yaml')) === 'csv';
      const home = await loadHome((await open()).query);
      const text = isCsv ? writeCsvHome(home) : writeYamlHome(home);
      if (file === undefined) {
        terminal.print(text);
        return;
      }
      const part = `${file}.part`;
      // Writes a temporary file and renames it, so that an interrupted export leaves no incomplete file.
      await writeFile(part, text, { mode: 0o600 });
      // Sets the mode again, because `writeFile` keeps that of an existing file, for example from an interrupted
      // export.
      await chmod(part, 0o600);
      await rename(part, file);
      terminal.remark(`Wrote ${nodesOfLevel(home, 'stream').length} rooms to ${file}.`);
    });
}
