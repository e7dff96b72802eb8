/** The list of rights as an operator writes it: a JSON file of `{ group, role, scope }`. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { Uuid } from '../../contract/entities.ts';
import { type GroupRight, roles, scopeLevels } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { checkInput } from '../http/parse-input.ts';
import { replaceGroupRights } from '../rights/group-rights.ts';
import { OperatorError } from '../shared/operator-error.ts';

const AccessList = z.array(
  z.strictObject({
    group: z.string().check(z.minLength(1)),
    role: z.enum(roles),
    scope: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('everything') }),
      z.strictObject({ kind: z.enum(scopeLevels), uuid: Uuid }),
    ]),
  }),
);

/** Says everything that is wrong with the file, a line for each field. */
export class AccessFileError extends OperatorError {
  constructor(file: string, reasons: readonly string[]) {
    super([`The list of rights in ${file} cannot be used:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'));
  }
}

/** Puts the file's rights in place of those in the database. Throws AccessFileError, and changes nothing then. */
export async function loadAccessFile(database: Database, file: string): Promise<readonly GroupRight[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new AccessFileError(file, [`it cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  });
  const rights = parseAccessList(file, text);
  await replaceGroupRights(database, rights);
  return rights;
}

/** `file` is for the message. Throws AccessFileError. */
export function parseAccessList(file: string, text: string): readonly GroupRight[] {
  const result = checkInput(AccessList, parseJson(file, text), 'the file');
  if ('errors' in result) {
    throw new AccessFileError(
      file,
      result.errors.map(({ field, reason }) => `${field}: ${reason}`),
    );
  }
  return result.value;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AccessFileError(file, [`it is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
