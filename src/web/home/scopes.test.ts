import { expect, test } from 'vitest';
import { scopeOfValue, valueOfScope } from './scopes.ts';

test('a scope that is converted to an option of a form and back stays the same', () => {
  for (const scope of [{ kind: 'everything' }, { kind: 'ward', uuid: 'w1' }] as const) {
    expect(scopeOfValue(valueOfScope(scope))).toEqual(scope);
  }
});

test('an option value of a form that is no scope throws an error instead of giving a right to everything', () => {
  for (const value of ['', 'room r1']) expect(() => scopeOfValue(value)).toThrow('is not a scope');
});
