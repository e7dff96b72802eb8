/** Fields of the calls of the administration that people fill in. */
import * as z from 'zod/mini';
import type { ReasonCode } from '../reasons.ts';

export const maxNameLength = 120;
export const minPasswordLength = 12;
const maxPasswordLength = 1024;

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/** Whether a name has no control characters, line breaks, and characters that reverse the direction of the text around it. */
const isOneLine = (name: string) =>
  name.isWellFormed() && !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name);

/** The name of a place, a person or a key. */
export const DisplayName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.trim().normalize('NFC')),
  ),
  text(maxNameLength).check(z.refine(isOneLine, 'one-line' satisfies ReasonCode)),
);

/** Two names that look the same must not be two accounts, so characters that nobody sees are refused. */
export const Username = z
  .string()
  .check(z.regex(/^[^\s/\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,100}$/u, 'username' satisfies ReasonCode));

export const NewPassword = z.string().check(
  z.refine((value) => Array.from(value).length >= minPasswordLength, {
    error: 'too-short' satisfies ReasonCode,
    params: { min: minPasswordLength },
  }),
  z.maxLength(maxPasswordLength),
);
