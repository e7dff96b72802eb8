import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DisplayName, NewPassword, Username } from '../../contract/fields.ts';
import { validateInput } from './validate-input.ts';

const Form = z.strictObject({
  name: DisplayName,
  username: z.optional(Username),
  password: z.optional(NewPassword),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
  kind: z.optional(z.enum(['ward', 'room'])),
  rooms: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
  email: z.optional(z.string().check(z.regex(/@/, 'a text of this schema alone'))),
});

const name = 'Nora';

test.each([
  [{}, { field: 'name', code: 'missing', reason: 'is missing' }],
  [
    { name, age: 3 },
    { field: 'age', code: 'unknown', reason: 'is not known' },
  ],
  [{ name: ' ' }, { field: 'name', code: 'empty' }],
  [{ name: 'n'.repeat(121) }, { field: 'name', code: 'too-long', values: { max: '120' } }],
  [{ name: 'a\nb' }, { field: 'name', code: 'one-line' }],
  [{ name: 1 }, { field: 'name', code: 'wrong-type', reason: 'must be of the type string' }],
  [
    { name, username: 'a b' },
    { field: 'username', code: 'username' },
  ],
  [
    { name, password: 'short' },
    { field: 'password', code: 'too-short', values: { min: '12' }, reason: 'must have at least 12 characters' },
  ],
  [
    { name, count: 0 },
    { field: 'count', code: 'too-small', values: { min: '1' } },
  ],
  [
    { name, count: 10 },
    { field: 'count', code: 'too-big', values: { max: '9' } },
  ],
  [
    { name, kind: 'x' },
    { field: 'kind', code: 'not-in-list', values: { options: 'ward, room' } },
  ],
  [
    { name, rooms: [] },
    { field: 'rooms', code: 'too-few', values: { min: '1' } },
  ],
  [
    { name, rooms: ['a', 'b', 'c'] },
    { field: 'rooms', code: 'too-many', values: { max: '2' } },
  ],
])('the refusal of %o has a reason code and values, which pages translate', (input, error) => {
  expect(validateInput(Form, input, 'form')).toMatchObject({ errors: [error] });
});

test('a refusal by a schema with its own English error text has this text and no reason code', () => {
  const errors = [{ field: 'email', reason: 'a text of this schema alone' }];
  expect(validateInput(Form, { name, email: 'x' }, 'form')).toEqual({ errors });
});
