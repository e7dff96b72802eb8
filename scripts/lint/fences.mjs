/**
 * The project's own lint rules: imports follow the layers (ARCHITECTURE.md), the domain reads no clock, names follow the
 * glossary. tests/fences.test.ts breaks the import rules on purpose.
 */
import { basename } from 'node:path';
import { refusalOf } from './arrows.mjs';
import { problemOfName } from './glossary.mjs';

/**
 * The parts of a syntax tree and of oxlint that the rules use.
 * @typedef {{ type: string, name?: string, value?: unknown }} Node
 * @typedef {{ physicalFilename: string, report(finding: { node: Node, message: string }): void }} Context
 */

/** Allowed imports: domain <- contract <- server, web. Features do not import each other; only `app` imports features. */
const arrows = {
  /** @param {Context} context */
  create(context) {
    /** @param {{ source: Node | null }} node */
    const check = ({ source }) => {
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

/** The domain gets the time as an argument, so `new Date()` and `Date()` are refused. */
const noClock = {
  /** @param {Context} context */
  create(context) {
    const message = 'This reads the clock. Pass the time in instead.';
    return {
      /** @param {Node & { callee: Node, arguments: readonly Node[] }} node */
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message });
      },
      /** @param {Node & { callee: Node }} node */
      CallExpression(node) {
        if (node.callee.name === 'Date') context.report({ node, message });
      },
    };
  },
};

/** Names of identifiers and files follow the glossary. */
const glossary = {
  /** @param {Context} context */
  create(context) {
    return {
      /** @param {Node} node */
      Program(node) {
        const message = problemOfName(basename(context.physicalFilename).replace(/\..*/, ''));
        if (message !== undefined) context.report({ node, message });
      },
      /** @param {Node & { name: string }} node */
      Identifier(node) {
        const message = problemOfName(node.name);
        if (message !== undefined) context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: 'fences' }, rules: { arrows, 'no-clock': noClock, glossary } };
