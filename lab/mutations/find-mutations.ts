/** Finds the places of a source file where a small change of logic can be made. */
import { parseSync } from 'vite';
import * as z from 'zod/mini';

/** `text` replaces the source from `start` to `end`, UTF-16 offsets. */
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

const Place = z.object({ start: z.number(), end: z.number() });
const Operation = z.object({
  type: z.enum(['BinaryExpression', 'LogicalExpression']),
  operator: z.string(),
  left: Place,
});
const Condition = z.object({ type: z.enum(['IfStatement', 'ConditionalExpression']), test: Place });
const NumberLiteral = z.extend(Place, { type: z.literal('Literal'), value: z.number(), raw: z.string() });
const CallStatement = z.extend(Place, {
  type: z.literal('ExpressionStatement'),
  expression: z.object({ type: z.literal('CallExpression') }),
});

export function findMutations(file: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  visit(parseSync(file, source).program, (node) => found.push(...mutationsOf(node, source)));
  return found;
}

function mutationsOf(node: unknown, source: string): Mutation[] {
  const operation = Operation.safeParse(node).data;
  if (operation !== undefined) return replaceOperator(operation, source);
  const condition = Condition.safeParse(node).data;
  if (condition !== undefined) {
    return ['true', 'false'].map((text) => ({ ...condition.test, text, kind: `the condition is ${text}` }));
  }
  const literal = NumberLiteral.safeParse(node).data;
  if (literal !== undefined && literal.value !== 0) {
    return [{ ...literal, text: `(${literal.raw} * 2)`, kind: `${literal.raw} is doubled` }];
  }
  const call = CallStatement.safeParse(node).data;
  return call === undefined ? [] : [{ ...call, text: ';', kind: 'the call is left out' }];
}

function replaceOperator({ operator, left }: z.infer<typeof Operation>, source: string): Mutation[] {
  const text = operators[operator];
  if (text === undefined) return [];
  const start = source.indexOf(operator, left.end);
  return [{ start, end: start + operator.length, text, kind: `${operator} becomes ${text}` }];
}

/** Skips types, which have no logic. */
function visit(node: unknown, see: (node: object) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ('type' in node && typeof node.type === 'string') {
    if (/^TS(Type|Interface)/.test(node.type)) return;
    see(node);
  }
  for (const value of Object.values(node)) visit(value, see);
}
