/** Finds keys that occur twice in one map of a YAML document. */
import { type Document, isScalar, type LineCounter, visit } from 'yaml';
import { type FieldProblem, fieldProblem } from '../reason.ts';

/**
 * Returns each repeated key as a problem. Parse the document with `uniqueKeys: false`: the yaml package compares each
 * key with each other one, so 20,000 keys would take seconds.
 */
export function findRepeatedKeys(document: Document, lines: LineCounter): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) {
          const { line } = lines.linePos(key.range?.[0] ?? 0);
          problems.push(fieldProblem(`line ${line}`, 'key-twice', { key: String(key.value) }));
        }
        names.add(key.value);
      }
    },
  });
  return problems;
}
