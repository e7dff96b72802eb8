/** The access file of an operator: a JSON list of `{ group, role, scope }`. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { RightJson } from '../../contract/scope.ts';
import type { GroupRight } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { errorMessageOf } from '../shared/error-message.ts';
import { validateInput } from '../shared/validate-input.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { OperatorError } from '../shared/operator-error.ts';

const AccessList = z.array(z.extend(RightJson, { group: z.string().check(z.minLength(1)) }));

/** Replaces the rights in the database with those of the file. For an invalid file: throws OperatorError, no change. */
export async function loadAccessFile(database: Database, file: string): Promise<void> {
  await replaceGroupRights(database, await readAccessFile(file));
}

/** Reads the access file. Throws OperatorError with a line for each invalid field. */
async function readAccessFile(file: string): Promise<readonly GroupRight[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw invalidFile(file, [`it cannot be read: ${errorMessageOf(error)}`]);
  });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw invalidFile(file, [`it is not JSON: ${errorMessageOf(error)}`]);
  }
  const result = validateInput(AccessList, list, 'the file');
  if ('value' in result) return result.value;
  const reasons = result.errors.map(({ field, reason }) => `${field}: ${reason}`);
  throw invalidFile(file, reasons);
}

function invalidFile(file: string, reasons: readonly string[]): OperatorError {
  return new OperatorError([`The access file ${file} is not valid:`, ...reasons].join('\n  '));
}
