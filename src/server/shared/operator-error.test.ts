import { expect, test } from 'vitest';
import { OperatorError, textForOperator } from './operator-error.ts';

test('an error for the operator is shown without a stack, a bug with its stack and its cause', () => {
  expect(textForOperator(new OperatorError('Port 3001 is already in use.'))).toBe('Port 3001 is already in use.');
  const bug = new TypeError('x is not a function', { cause: new Error('the cause') });
  expect(textForOperator(bug)).toMatch(/TypeError: x is not a function[^]*operator-error.test.ts[^]*the cause/);
});
