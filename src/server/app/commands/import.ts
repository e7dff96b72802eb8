import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { describeChanges } from '../../hierarchy/home-file/describe-changes.ts';
import { HomeFileError } from '../../hierarchy/home-file/home.ts';
import { importHome } from '../../hierarchy/home-file/import-home.ts';
import { readCsvHome } from '../../hierarchy/home-file/read-csv.ts';
import { readYamlHome } from '../../hierarchy/home-file/read-yaml.ts';
import { CommandError, defineCommand, FailedError } from '../command-line/command.ts';

export const importCommand = defineCommand({
  name: 'import',
  usage: 'FILE [--dry-run] [--remove-missing]',
  summary: 'Takes clients, locations, wards and rooms from a YAML or CSV file.',
  details: `  FILE              .yaml, .yml or .csv; \`export\` writes such a file
  --dry-run         only shows what would change
  --remove-missing  removes what is not in the file; a room with a history is set INACTIVE
                    instead, because its reports have to keep their room

The file is checked as a whole; if anything is wrong with it, all of that is said, and nothing changes.
A uuid may be left out: then an alias of the same client's location, or of the same location's room, or a
name beneath the same parent says what is meant, and what is not there yet gets a new uuid and an alias of
its name. Only by its uuid something goes from one client to another. What the file does not say stays as it is.`,
  options: { 'dry-run': { type: 'boolean', default: false }, 'remove-missing': { type: 'boolean', default: false } },
  most: 1,
  run: async ({ positionals: [file], values }, { open, now, terminal }) => {
    if (file === undefined) throw new CommandError('import: the FILE is missing.');
    const read = { '.yaml': readYamlHome, '.yml': readYamlHome, '.csv': readCsvHome }[formatOf(file)];
    const text = textOf(file, await readFile(file).catch((error: unknown) => cannotBeRead(file, error)));
    const database = await open();
    try {
      const isDryRun = values['dry-run'];
      const options = { isDryRun, removeMissing: values['remove-missing'], now };
      // Two at the same time would each plan for a home that the other one changes.
      const imported = await database.withExclusiveLock(() => importHome(database, read(text), options));
      terminal.print(describeChanges(imported, { isDryRun }));
      if (isDryRun) terminal.remark('Nothing was changed: this was a dry run.');
    } catch (error) {
      if (!(error instanceof HomeFileError)) throw error;
      const lines = error.problems.map((problem) => `  ${problem}`);
      throw new FailedError([`${file} cannot be taken, and nothing was changed:`, ...lines].join('\n'));
    }
  },
});

/** Spreadsheets save in the alphabet of their country unless they are told: the names would come out wrong. */
function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FailedError(`${file} is no UTF-8 text, and nothing was changed: save it as "CSV UTF-8", or as UTF-8.`);
  }
}

function cannotBeRead(file: string, error: unknown): never {
  throw new FailedError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

function formatOf(file: string): '.yaml' | '.yml' | '.csv' {
  const extension = extname(file).toLowerCase();
  if (extension === '.yaml' || extension === '.yml' || extension === '.csv') return extension;
  throw new CommandError(`import: ${file} ends neither in .yaml, .yml nor .csv.`);
}
