/** Reads and replaces the equipment file for the administration. */
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { readOnlyReasons } from '../../../../contract/manage/equipment.ts';

type ReadOnlyReason = (typeof readOnlyReasons)[number];

export type EquipmentFileAccess = ReturnType<typeof createEquipmentFileAccess>;

export interface EquipmentFileOptions {
  /** Undefined: there is no equipment file. */
  readonly path: string | undefined;
  /**
   * Whether other servers may use the same database. Each reads a file of its own, so a change of this one would be in
   * effect at one server only.
   */
  readonly hasOtherServers: boolean;
}

export function createEquipmentFileAccess({ path, hasOtherServers }: EquipmentFileOptions) {
  return {
    path: path ?? null,
    /** The text. Empty if there is no file yet. Throws the error of reading. */
    read: (): string => (path === undefined || !existsSync(path) ? '' : readFileSync(path, 'utf8')),
    readOnlyReason: (): ReadOnlyReason | null => {
      if (path === undefined) return 'no-file';
      if (hasOtherServers) return 'several-servers';
      return canReplace(path) ? null : 'read-only';
    },
    /**
     * Replaces the whole file, so that a reader never sees a part of it. Throws the error of writing. Returns a function
     * that puts the former file back.
     */
    replace: async (text: string): Promise<() => Promise<void>> => {
      if (path === undefined) throw new Error('there is no equipment file');
      const target = targetOf(path);
      const former = existsSync(target) ? readFileSync(target, 'utf8') : undefined;
      await replaceFile(target, text);
      return () => (former === undefined ? rm(target, { force: true }) : replaceFile(target, former));
    },
  };
}

/** The file itself, because a rename would replace a link to it. */
function targetOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** A rename needs the right to write to the folder. A file that was made read-only stays as it is. */
function canReplace(path: string): boolean {
  try {
    const target = targetOf(path);
    accessSync(dirname(target), constants.W_OK);
    if (existsSync(target)) accessSync(target, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function replaceFile(target: string, text: string): Promise<void> {
  const temporary = `${target}.new`;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o640;
  try {
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
