import { expect, test } from 'vitest';
import { scopeOfValue, valueOfScope } from './scopes.ts';

test('the value of a scope gives the scope again', () => {
  for (const scope of [{ kind: 'everything' }, { kind: 'ward', uuid: 'w1' }] as const) {
    expect(scopeOfValue(valueOfScope(scope))).toEqual(scope);
  }
});

test('a value that is no scope is an error and not a right to everything', () => {
  for (const value of ['', 'room r1']) expect(() => scopeOfValue(value)).toThrow('is not a scope');
});
