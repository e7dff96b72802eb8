/**
 * The fences between the parts (ARCHITECTURE.md) as rules of oxlint. They look at where an import leads, not at how it
 * is spelt. tests/fences.test.ts breaks each of them on purpose.
 */
import { basename } from 'node:path';
import { refusalOf } from './arrows.mjs';
import { problemOfName } from './glossary.mjs';

/**
 * As much of a syntax tree and of oxlint as is used here.
 * @typedef {{ type: string, name?: string, value?: unknown }} Node
 * @typedef {{ physicalFilename: string, report(finding: { node: Node, message: string }): void }} Context
 */

/** An import has to follow the arrows: domain <- contract <- server, web; features meet in `app` only. */
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

/** `new Date()` and `Date()` look at the clock; the domain is given the time. */
const noClock = {
  /** @param {Context} context */
  create(context) {
    const message = 'The time is passed in; this reads the clock.';
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

/** Names of code and files use the words of the field. */
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
