import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import * as z from 'zod/mini';
import type { ReasonCode } from '../../../../contract/reasons.ts';
import { errorMessageOf } from '../../../shared/error-message.ts';
import { validateInput } from '../../../shared/validate-input.ts';
import { childLevelOf, type FileHome, type FileNode, HomeFileError, type HomeLevel } from '../home.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import { findRepeatedKeys } from '../../../shared/text/repeated-yaml-keys.ts';
import { NodeFields } from './home-schema.ts';

const HomeDocument = z.strictObject({ clients: z.nullable(z.array(z.unknown())) }, 'no-clients' satisfies ReasonCode);
const NodeList = z.optional(z.nullable(z.array(z.record(z.string(), z.unknown()))));

/**
 * The maximum number of errors. Finding the line of an error needs a search in the document, and nobody reads more
 * errors.
 */
const maxProblems = 100;

/** Reads a home from YAML. Throws HomeFileError with the errors of the file, at most a hundred of its fields, and their lines. */
export function readYamlHome(text: string): FileHome {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const problems = [
    ...document.errors.map(({ pos, message }) => {
      const { line, col: column } = lines.linePos(pos[0]);
      return fieldProblem(`line ${line}`, 'not-yaml', { column, message });
    }),
    ...findRepeatedKeys(document, lines),
    ...findEmptyRules(document, lines),
  ];
  if (problems.length > 0) throw new HomeFileError(problems);

  const placeOf = (path: readonly PropertyKey[]) => `line ${lineOf(document, lines, path)}`;

  /** Validates the part of the document at `path`. Adds its errors to `problems`. */
  function check<T extends z.ZodMiniType>(schema: T, input: unknown, path: readonly PropertyKey[]) {
    const name = path.findLast((part) => typeof part === 'string') ?? '';
    const checked = validateInput(schema, input, name);
    if ('value' in checked) return checked.value;
    for (const { field, ...reason } of checked.errors.slice(0, Math.max(0, maxProblems - problems.length))) {
      const place = placeOf([...path, ...field.split('.')]);
      problems.push({ field: field === '' ? place : `${place}, ${field}`, ...reason });
    }
    return undefined;
  }

  function toNodes(list: unknown, level: HomeLevel, path: readonly PropertyKey[]): readonly FileNode[] {
    const below = childLevelOf(level);
    return (check(NodeList, list, path) ?? []).flatMap((item, index) => {
      const itemPath = [...path, index];
      const { [`${below}s`]: childList, ...ownFields } = item;
      const fields = check(NodeFields[level], below === undefined ? item : ownFields, itemPath);
      const children = below === undefined ? [] : toNodes(childList, below, [...itemPath, `${below}s`]);
      return fields === undefined ? [] : [{ ...fields, place: placeOf(itemPath), children }];
    });
  }

  const home = toNodes(check(HomeDocument, toValue(document), [])?.clients, 'client', ['clients']);
  if (problems.length > 0) throw new HomeFileError(problems);
  return home;
}

/**
 * Finds empty values. In YAML an empty `offlineAfterSeconds:` means null, which switches offline detection off. This
 * must be written as `null`.
 */
function findEmptyRules(document: Document, lines: LineCounter): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || key.value !== 'offlineAfterSeconds') return;
      if (value !== null && !(isScalar(value) && value.value === null && (value.source ?? '') === '')) return;
      const { line } = lines.linePos(key.range?.[0] ?? 0);
      problems.push(fieldProblem(`line ${line}, offlineAfterSeconds`, 'empty-seconds'));
    },
  });
  return problems;
}

/** Nested YAML references could expand a short file until the memory is full. The yaml package throws before that. */
function toValue(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new HomeFileError([fieldProblem('', 'unreadable', { message: errorMessageOf(error) })]);
  }
}

/** The line of the node at `path`. For a missing field it is the line of the nearest node around the field. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
