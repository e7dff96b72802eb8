/** Finds the places of a source file where a small change of logic can be made. */
import { parseSync } from 'vite';

/** @typedef {{ start: number, end: number, text: string, kind: string }} Mutation `text` replaces the source from `start` to `end` (UTF-16 offsets). */

/** @type {Readonly<Record<string, string>>} */
const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
};

/** @param {string} file @param {string} source @returns {Mutation[]} */
export function findMutations(file, source) {
  /** @type {Mutation[]} */
  const found = [];
  visit(parseSync(file, source).program, (node) => found.push(...mutationsOf(node, source)));
  return found;
}

/** @param {any} node @param {string} source @returns {Mutation[]} */
function mutationsOf(node, source) {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return replaceOperator(node, source);
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((text) => ({ start: node.test.start, end: node.test.end, text, kind: `test is ${text}` }));
    case 'Literal':
      if (typeof node.value !== 'number' || node.value === 0) return [];
      return [{ start: node.start, end: node.end, text: `(${node.raw} * 2)`, kind: 'doubled number' }];
    case 'ExpressionStatement':
      if (node.expression.type !== 'CallExpression') return [];
      return [{ start: node.start, end: node.end, text: ';', kind: 'call left out' }];
    default:
      return [];
  }
}

/** @param {any} node @param {string} source @returns {Mutation[]} */
function replaceOperator(node, source) {
  const text = operators[node.operator];
  if (text === undefined) return [];
  const start = source.indexOf(node.operator, node.left.end);
  return [{ start, end: start + node.operator.length, text, kind: `${node.operator} becomes ${text}` }];
}

/** Types have no logic. @param {any} node @param {(node: any) => void} see */
function visit(node, see) {
  if (node === null || typeof node !== 'object' || /^TS(Type|Interface)/.test(node.type ?? '')) return;
  if (typeof node.type === 'string') see(node);
  for (const value of Object.values(node)) visit(value, see);
}
