/** The schemas of form fields of the administration. */
import * as z from 'zod/mini';
import type { ReasonCode } from './reasons.ts';

export const maxNameLength = 120;
export const minPasswordLength = 12;
const maxPasswordLength = 1024;

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/**
 * Whether a name is free of control characters, line breaks, invisible blanks, and characters that change the writing
 * direction.
 */
const isOneLine = (name: string) =>
  name.isWellFormed() && !/[\p{Cc}\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u.test(name);

/** The name of a place, a person or a key. */
export const DisplayName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.trim().normalize('NFC')),
  ),
  text(maxNameLength).check(z.refine(isOneLine, 'one-line' satisfies ReasonCode)),
);

/** The scripts that have letters of similar shape. */
const scriptsWithSimilarLetters = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/**
 * Whether a name consists of ordinary letters of one script: no full-width letters, and no mixture of Latin, Greek and
 * Cyrillic.
 */
const isOfOneScript = (name: string) =>
  name.normalize('NFKC') === name.normalize('NFC') &&
  scriptsWithSimilarLetters.filter((script) => script.test(name)).length <= 1;

/**
 * The username of an account. Invisible characters and mixed scripts are refused, because two accounts must not have
 * usernames that look the same. NOTE: a username that is completely in another script can still look like one in Latin
 * letters.
 */
export const Username = z
  .string()
  .check(
    z.regex(/^[^\s/\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,100}$/u, 'username' satisfies ReasonCode),
    z.refine(isOfOneScript, 'username-letters' satisfies ReasonCode),
  );

/** The present password of the caller. Some calls require it, because anybody could use an unlocked screen. */
export const CurrentPassword = z.string().check(z.maxLength(1024));

export const NewPassword = z.string().check(
  z.refine((value) => Array.from(value).length >= minPasswordLength, {
    error: 'too-short' satisfies ReasonCode,
    params: { min: minPasswordLength },
  }),
  z.maxLength(maxPasswordLength),
);
