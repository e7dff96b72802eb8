/**
 * The project's own lint rules: imports follow the layers (ARCHITECTURE.md), the domain reads no clock, names follow the
 * glossary. tests/fences.test.ts breaks each rule on purpose.
 */
import { basename } from 'node:path';
import { refusalOf } from './arrows.mjs';
import { problemOfName } from './glossary.mjs';

/**
 * The parts of a syntax tree and of oxlint that the rules use.
 * @typedef {{ name: string, value?: unknown, source: Node | null, callee: Node, arguments: readonly Node[] }} Node
 * @typedef {{ physicalFilename: string, report(finding: { node: Node, message: string }): void }} Context
 * @typedef {{ create(context: Context): Record<string, (node: Node) => void> }} Rule
 */

/** @type {Rule} */
const arrows = {
  create(context) {
    const check = (/** @type {Node} */ { source }) => {
      if (typeof source?.value !== 'string') return;
      const message = refusalOf(context.physicalFilename, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      TSImportType: check,
    };
  },
};

/** The domain gets the time as an argument, so `new Date()` and `Date()` are refused. @type {Rule} */
const noClock = {
  create(context) {
    const message = 'This reads the clock. Pass the time in instead.';
    return {
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message });
      },
      CallExpression(node) {
        if (node.callee.name === 'Date') context.report({ node, message });
      },
    };
  },
};

/** Names of identifiers and files follow the glossary. @type {Rule} */
const glossary = {
  create(context) {
    const check = (/** @type {Node} */ node, name = node.name) => {
      const message = problemOfName(name);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      Program: (node) => check(node, basename(context.physicalFilename).replace(/\..*/, '')),
      Identifier: (node) => check(node),
    };
  },
};

export default { meta: { name: 'fences' }, rules: { arrows, 'no-clock': noClock, glossary } };
