import { readFileSync } from 'node:fs';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { errorMessage } from '../../../shared/error-message.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';

/** Enough for thousands of rooms. Parsing a larger file could block the server for minutes. */
const maxFileBytes = 1_000_000;

type Problems = { readonly problems: readonly FieldProblem[] };

/** Returns the text of a file, or the problems of the file. Never throws. */
export function readTextFile(file: string): { readonly text: string } | Problems {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > maxFileBytes) {
      return { problems: [fieldProblem('', 'file-too-large', { bytes: bytes.length, max: maxFileBytes })] };
    }
    return { text: bytes.toString('utf8') };
  } catch (error) {
    return { problems: [fieldProblem('', 'unreadable', { message: errorMessage(error) })] };
  }
}

/** Returns the content of a YAML text, in which every scalar is text, or the problems of the text. Never throws. */
export function parseYaml(text: string): { readonly content: unknown } | Problems {
  const lines = new LineCounter();
  const document = parseYamlDocument(text, lines);
  const problems = [
    ...document.errors.map(({ pos, message }) => {
      const { line, col: column } = lines.linePos(pos[0]);
      return fieldProblem(`line ${line}`, 'not-yaml', { column, message });
    }),
    ...findRepeatedKeys(document, lines),
  ];
  if (problems.length > 0) return { problems };
  try {
    // Nested references could expand a short file until the memory is full. The yaml package throws above this number.
    const content: unknown = document.toJS();
    return { content };
  } catch (error) {
    return { problems: [fieldProblem('', 'unreadable', { message: errorMessage(error) })] };
  }
}

/** Parses YAML, and keeps its comments and its layout. */
export function parseYamlDocument(text: string, lineCounter = new LineCounter()) {
  // NOTE: the failsafe schema keeps every scalar as text. Otherwise the serial number 6806E5151 would become a number.
  // The yaml package compares each key with each other one: 20,000 keys would hold the server for seconds.
  return parseDocument(text, { uniqueKeys: false, schema: 'failsafe', lineCounter, prettyErrors: false });
}

function findRepeatedKeys(document: Document, lines: LineCounter): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const { line } = lines.linePos(key.range?.[0] ?? 0);
        if (names.has(key.value)) problems.push(fieldProblem(`line ${line}`, 'key-twice', { key: String(key.value) }));
        names.add(key.value);
      }
    },
  });
  return problems;
}
