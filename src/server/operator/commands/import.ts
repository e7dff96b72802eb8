import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { maxHomeFileLength } from '../../../contract/home/home-file.ts';
import { HomeFileError } from '../../home/home-file/home.ts';
import { importHome } from '../../home/home-file/import/import-home.ts';
import { readCsvHome } from '../../home/home-file/format/read-csv.ts';
import { readYamlHome } from '../../home/home-file/format/read-yaml.ts';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { formatProblem } from '../../shared/reason.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { printHomeChanges } from './print-home-changes.ts';

const help = `
The whole file is checked first. If it has errors, all of them are printed and nothing changes.
Values that the file does not mention stay as they are. A node without a uuid is found by its alias within the
same client (a room: within the same location), otherwise by its name under the same parent. A node that does
not exist yet gets a new uuid, and an alias made from its name. Only a uuid moves a node to another client.`;

const readers = new Map([
  ['.yaml', readYamlHome],
  ['.yml', readYamlHome],
  ['.csv', readCsvHome],
]);

export function addImportCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('import')
    .description('Import clients, locations, wards and rooms from a YAML or CSV file.')
    .argument('<file>', 'a .yaml, .yml or .csv file as `export` writes it', parseFile)
    .option('--dry-run', 'only print what would change')
    .option('--remove-missing', 'remove what is not in the file; a room with reports becomes INACTIVE instead')
    .addHelpText('after', help)
    .action(({ file, read }, { dryRun: isDryRun = false, removeMissing = false }) =>
      importFile(file, read, context, { isDryRun, removeMissing }),
    );
}

function parseFile(file: string) {
  const read = readers.get(extname(file).toLowerCase());
  if (read === undefined) throw new InvalidArgumentError('The name must end in .yaml, .yml or .csv.');
  return { file, read };
}

async function importFile(
  file: string,
  read: typeof readYamlHome,
  context: CommandContext,
  options: { readonly isDryRun: boolean; readonly removeMissing: boolean },
): Promise<void> {
  const text = await readText(file);
  const { now, source } = context;
  const database = await context.open();
  try {
    // The lock keeps other imports from changing the stored home after this one has compared the file with it.
    const result = await database.withExclusiveLock(() =>
      importHome(database, read(text), { ...options, now, actor: source.actor }),
    );
    await printHomeChanges(context, database, result, options);
  } catch (error) {
    if (!(error instanceof HomeFileError)) throw error;
    const lines = error.problems.map((problem) => `  ${formatProblem(problem)}`);
    throw new OperatorError([`${file} has errors, nothing was changed:`, ...lines].join('\n'));
  }
}

/** Reads UTF-8 text. Refuses other encodings, in which some spreadsheets save, because names would be garbled. */
async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${errorMessageOf(error)}`);
  });
  if (bytes.length > maxHomeFileLength) {
    throw new OperatorError(`${file} has ${bytes.length} bytes, and at most ${maxHomeFileLength} are read.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${file} is not UTF-8, nothing was changed: save it as "CSV UTF-8" or as UTF-8.`);
  }
}
