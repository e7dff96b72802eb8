/** What the thread for home files does. The server itself loads no parser of files. */
import { readCsvHome } from '../../home-file/format/read-csv.ts';
import { readYamlHome } from '../../home-file/format/read-yaml.ts';
import { writeCsvHome } from '../../home-file/format/write-csv.ts';
import { writeYamlHome } from '../../home-file/format/write-yaml.ts';
import { type FileHome, type Home, HomeFileError } from '../../home-file/home.ts';
import { fieldProblem } from '../../../shared/reason.ts';
import type { HomeFileAnswer, HomeFileTask } from './home-file-messages.ts';

/** The server compares a file with the stored home at once, and stores nothing else meanwhile. */
const maxFileNodes = 30_000;

export function runHomeFileTask(task: HomeFileTask): HomeFileAnswer {
  if (task.kind === 'write') return { kind: 'written', text: write(task.format, task.home) };
  const { format, text } = task;
  try {
    const file = format === 'csv' ? readCsvHome(text) : readYamlHome(text);
    if (countNodes(file) > maxFileNodes) {
      return { kind: 'refused', problems: [fieldProblem('', 'too-many-places', { max: maxFileNodes })] };
    }
    return { kind: 'read', file };
  } catch (error) {
    if (!(error instanceof HomeFileError)) throw error;
    return { kind: 'refused', problems: error.problems };
  }
}

function countNodes(nodes: FileHome): number {
  return nodes.reduce((sum, { children }) => sum + countNodes(children), nodes.length);
}

function write(format: 'yaml' | 'csv' | 'excel', home: Home): string {
  switch (format) {
    case 'yaml':
      return writeYamlHome(home);
    case 'csv':
      return writeCsvHome(home);
    case 'excel':
      // Excel reads a file without this mark in the encoding of the country.
      return `\uFEFF${writeCsvHome(home, ';')}`;
  }
}
