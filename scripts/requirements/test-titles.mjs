/** Reads the titles of the tests in a file from its syntax tree. */
import { parseSync } from 'vite';

/** @typedef {{ type: string, [field: string]: unknown }} Node */

/** Calls of these functions declare a test, also as `test.each(...)('title')`; `test.describe` and `test.step` do not. */
const declarers = new Set(['test', 'it']);
const variants = new Set([
  'each',
  'for',
  'only',
  'concurrent',
  'sequential',
  'fails',
  'fail',
  'slow',
  'skipIf',
  'runIf',
]);
/** A test with one of these marks does not run. */
const skipMarks = new Set(['skip', 'todo', 'fixme']);

/**
 * Titles of the tests that run. Of a template literal it returns the fixed parts.
 * @param {string} file its extension selects the syntax
 * @param {string} source
 * @returns {string[]}
 */
export function testTitlesOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return titlesBeneath(program);
}

/** @param {unknown} value @returns {string[]} */
function titlesBeneath(value) {
  if (Array.isArray(value)) return value.flatMap(titlesBeneath);
  if (!isNode(value)) return [];
  const names = value.type === 'CallExpression' ? namesOf(value.callee) : [];
  if (names.some((name) => skipMarks.has(name))) return [];
  const inner = Object.values(value).flatMap(titlesBeneath);
  const isTest = declarers.has(names[0] ?? '') && names.slice(1).every((name) => variants.has(name));
  const title = isTest && Array.isArray(value.arguments) ? textOf(value.arguments[0]) : '';
  return title === '' ? inner : [title, ...inner];
}

/** `test.describe.only` as its three names. `test.each(list)` gives `test` and `each`. @param {unknown} node @returns {string[]} */
function namesOf(node) {
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type === 'MemberExpression') return [...namesOf(node.object), ...namesOf(node.property)];
  if (node.type === 'CallExpression') return namesOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return namesOf(node.tag);
  return [];
}

/** The fixed text of a title expression. @param {unknown} node @returns {string} */
function textOf(node) {
  if (!isNode(node)) return '';
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'BinaryExpression') return textOf(node.left) + textOf(node.right);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return '';
  return node.quasis.map((quasi) => quasi.value.cooked).join('');
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
