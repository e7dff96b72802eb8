import { rename, writeFile } from 'node:fs/promises';
import { loadHome } from '../../hierarchy/home-file/load-home.ts';
import { writeCsvHome } from '../../hierarchy/home-file/write-csv.ts';
import { writeYamlHome } from '../../hierarchy/home-file/write-yaml.ts';
import { CommandError, defineCommand } from '../command-line/command.ts';

export const exportCommand = defineCommand({
  name: 'export',
  usage: '[FILE] [--format yaml|csv]',
  summary: 'Writes clients, locations, wards and rooms as YAML or CSV.',
  details: `  FILE      where to, over what is there; without it to stdout
  --format  yaml or csv; without it as FILE ends, else yaml

\`import\` of an unchanged export changes nothing. In CSV a cell that a spreadsheet would take for a
formula gets an apostrophe before it, which \`import\` takes away again.`,
  options: { format: { type: 'string' } },
  most: 1,
  run: async ({ positionals: [file], values: { format } }, { open, terminal }) => {
    const chosen = format ?? (file?.toLowerCase().endsWith('.csv') === true ? 'csv' : 'yaml');
    if (chosen !== 'yaml' && chosen !== 'csv') throw new CommandError(`--format: "${chosen}" is neither yaml nor csv.`);
    const home = await loadHome((await open()).query);
    const text = chosen === 'csv' ? writeCsvHome(home) : writeYamlHome(home);
    if (file === undefined) {
      terminal.print(text);
      return;
    }
    // Whole or not at all.
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
    terminal.remark(`${home.streams.length} rooms are in ${file}.`);
  },
});
