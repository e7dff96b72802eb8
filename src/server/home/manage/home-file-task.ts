/** Reads or writes a home file in a thread, so that the server itself loads no parser of files. */
import { maxHomeFileNodes } from '../../../contract/home/home-file.ts';
import { type FieldProblem, fieldProblem } from '../../shared/reason.ts';
import { readCsvHome } from '../home-file/format/read-csv.ts';
import { readYamlHome } from '../home-file/format/read-yaml.ts';
import { writeCsvHome } from '../home-file/format/write-csv.ts';
import { writeYamlHome } from '../home-file/format/write-yaml.ts';
import { type FileHome, type Home, HomeFileError } from '../home-file/home.ts';

export type HomeFileTask =
  | { readonly format: 'yaml' | 'csv'; readonly text: string }
  /** `excel`: CSV with semicolons and a byte order mark, for spreadsheets of countries with a decimal comma. */
  | { readonly format: 'yaml' | 'csv' | 'excel'; readonly home: Home };

export type HomeFileResult =
  | { readonly file: FileHome }
  | { readonly text: string }
  /** The errors of the file. */
  | { readonly problems: readonly FieldProblem[] };

export function runHomeFileTask(task: HomeFileTask): HomeFileResult {
  if ('home' in task) return { text: write(task.format, task.home) };
  try {
    const file = task.format === 'csv' ? readCsvHome(task.text) : readYamlHome(task.text);
    if (countNodes(file) <= maxHomeFileNodes) return { file };
    return { problems: [fieldProblem('', 'too-many-places', { max: maxHomeFileNodes })] };
  } catch (error) {
    if (!(error instanceof HomeFileError)) throw error;
    return { problems: error.problems };
  }
}

function countNodes(nodes: FileHome): number {
  return nodes.reduce((sum, { children }) => sum + countNodes(children), nodes.length);
}

function write(format: 'yaml' | 'csv' | 'excel', home: Home): string {
  if (format === 'yaml') return writeYamlHome(home);
  // Excel would decode a file without a byte order mark with the encoding of the country.
  return format === 'excel' ? `\uFEFF${writeCsvHome(home, ';')}` : writeCsvHome(home);
}
