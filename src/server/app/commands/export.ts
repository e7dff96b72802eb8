import { chmod, rename, writeFile } from 'node:fs/promises';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { nodesOf } from '../../hierarchy/home-file/home.ts';
import { loadHome } from '../../hierarchy/home-file/load-home.ts';
import { writeCsvHome } from '../../hierarchy/home-file/format/write-csv.ts';
import { writeYamlHome } from '../../hierarchy/home-file/format/write-yaml.ts';
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
      // Rename a complete file into place, so that an interrupted export leaves no half-written one.
      await writeFile(part, text, { mode: 0o600 });
      // `writeFile` keeps the mode of an existing file, such as one of an interrupted export.
      await chmod(part, 0o600);
      await rename(part, file);
      terminal.remark(`Wrote ${nodesOf(home, 'stream').length} rooms to ${file}.`);
    });
}
