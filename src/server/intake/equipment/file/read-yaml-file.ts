import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { errorMessage } from '../../../shared/error-message.ts';

/** Enough for thousands of rooms. Parsing a larger file could block the server for minutes. */
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
  // NOTE: the failsafe schema keeps every scalar as text. Otherwise the serial number 6806E5151 would become a number.
  const document = parseDocument(text, { uniqueKeys: true, schema: 'failsafe' });
  const problems = document.errors.map(({ message }) => message.split('\n')[0]?.replace(/:$/, '') ?? message);
  if (problems.length > 0) return { problems };
  // Nested references could expand a short file until the memory is full. The yaml package throws above this number.
  const content: unknown = document.toJS();
  return { content };
}
