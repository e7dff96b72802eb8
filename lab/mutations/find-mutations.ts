/** Finds the places of a source file where a small change of logic can be made. */
import { type ESTree, parseSync, Visitor } from 'vite';

/** A change of a source file: `text` replaces the characters from `start` to `end` (UTF-16 offsets). */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: string;
}

const operators: Readonly<Record<string, string>> = {
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

export function findMutations(file: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const add = ({ start, end }: ESTree.Span, text: string, kind: string) => found.push({ start, end, text, kind });
  const replaceOperator = ({ operator, left }: ESTree.BinaryExpression | ESTree.LogicalExpression): void => {
    const text = operators[operator];
    const start = source.indexOf(operator, left.end);
    if (text !== undefined) add({ start, end: start + operator.length }, text, `${operator} becomes ${text}`);
  };
  const replaceCondition = ({ test }: ESTree.IfStatement | ESTree.ConditionalExpression): void => {
    for (const text of ['true', 'false']) add(test, text, `the condition is ${text}`);
  };
  const numbersInTypes = new Set<number>();
  new Visitor({
    BinaryExpression: replaceOperator,
    LogicalExpression: replaceOperator,
    IfStatement: replaceCondition,
    ConditionalExpression: replaceCondition,
    TSLiteralType: ({ literal }) => void numbersInTypes.add(literal.start),
    Literal: (node) => {
      if (typeof node.value !== 'number' || node.value === 0 || numbersInTypes.has(node.start)) return;
      add(node, `(${node.raw} * 2)`, `${node.raw} is doubled`);
    },
    ExpressionStatement: (node) => {
      if (node.expression.type === 'CallExpression') add(node, ';', 'the call is left out');
    },
  }).visit(parseSync(file, source).program);
  return found;
}
