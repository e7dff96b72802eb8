import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { errorMessage } from '../../../shared/error-message.ts';

/** Thousands of rooms fit. The YAML of a larger file could keep the server busy for minutes. */
const maxFileBytes = 1_000_000;

/** Returns the content of a YAML file, in which every scalar is text, or the problems of the file. Never throws. */
export function readYamlFile(file: string): { readonly content: unknown } | { readonly problems: readonly string[] } {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > maxFileBytes) {
      return { problems: [`it has ${bytes.length} bytes, and at most ${maxFileBytes} are read`] };
    }
    return parseYaml(bytes.toString('utf8'));
  } catch (error) {
    return { problems: [`it cannot be read: ${errorMessage(error)}`] };
  }
}

function parseYaml(text: string) {
  // NOTE: the failsafe schema keeps every scalar as text. The serial number 6806E5151 would become a number otherwise.
  const document = parseDocument(text, { uniqueKeys: true, schema: 'failsafe' });
  const problems = document.errors.map(({ message }) => message.split('\n')[0]?.replace(/:$/, '') ?? message);
  if (problems.length > 0) return { problems };
  // References in references could expand a short file until the memory is full. The yaml package throws before that.
  const content: unknown = document.toJS();
  return { content };
}
