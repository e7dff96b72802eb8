/** The access file of an operator: a JSON list of `{ group, role, scope }`. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { Uuid } from '../../contract/entities.ts';
import { type GroupRight, roles, scopeLevels } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { validateInput } from '../shared/validate-input.ts';
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

/** The message has one line for each field that is wrong. */
class AccessFileError extends OperatorError {
  constructor(file: string, reasons: readonly string[]) {
    super([`The access file ${file} is not valid:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'));
  }
}

/** Replaces the rights in the database by those of the file. Throws AccessFileError and then changes nothing. */
export async function loadAccessFile(database: Database, file: string): Promise<readonly GroupRight[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new AccessFileError(file, [`it cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  });
  const rights = parseAccessList(file, text);
  await replaceGroupRights(database, rights);
  return rights;
}

/** `file` appears in the error message only. Throws AccessFileError. */
export function parseAccessList(file: string, text: string): readonly GroupRight[] {
  const result = validateInput(AccessList, parseJson(file, text), 'the file');
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
