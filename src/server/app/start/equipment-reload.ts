/** Reads the equipment file again when it has changed, without a restart of the server. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ConnectionSettings } from '../../intake/equipment/connection.ts';
import { EquipmentFileError } from '../../intake/equipment/file/equipment-file-error.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { problemLine } from '../../shared/reason.ts';
import { serverEvent } from '../../shared/recent-events.ts';
import { pause } from '../../intake/mqtt/pause.ts';

export interface EquipmentReloadOptions {
  readonly file: string;
  /** Whether the file may be missing. It then has no connections. */
  readonly isOptional?: boolean;
  readonly equipment: Equipment;
  /** Called after the connections were replaced. Never rejects. */
  readonly onReplaced: () => Promise<void>;
  readonly log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** For tests: waits until the next comparison, or until the signal aborts. */
  readonly wait?: (signal: AbortSignal) => Promise<void>;
}

export type EquipmentReload = ReturnType<typeof startEquipmentReload>;

const intervalMs = 1_000;

/** Loads the parser only when there is a file. Throws EquipmentFileError. */
export async function readConnections(
  file: string,
  { isOptional }: { readonly isOptional: boolean },
): Promise<readonly ConnectionSettings[]> {
  if (isOptional && !existsSync(file)) return [];
  const { readEquipmentFile } = await import('../../intake/equipment/file/equipment-file.ts');
  return readEquipmentFile(file);
}

/**
 * Compares the file every second. Polling also notices a file that an editor replaces, and a mounted ConfigMap,
 * where a symbolic link is replaced. A wrong file changes nothing: the previous connections stay in effect.
 */
export function startEquipmentReload(options: EquipmentReloadOptions) {
  const {
    file,
    isOptional = false,
    equipment,
    onReplaced,
    log,
    wait = (signal) => pause(intervalMs, signal),
  } = options;
  const stopping = new AbortController();
  /** The message of the last attempt. Undefined: the file is correct. */
  let problem: string | undefined;
  let lastReplaced = Promise.resolve();

  async function load(): Promise<void> {
    try {
      const settings = await readConnections(file, { isOptional });
      const wasWrong = problem !== undefined;
      problem = undefined;
      equipment.setOutdated(false);
      if (!equipment.replace(settings) && !wasWrong) return;
      // Logged as a warning, because the default log level hides `info` and the operator needs the confirmation.
      const connections = settings.map(({ name }) => name);
      log.warn({ ...serverEvent('equipment-changed'), connections }, 'the equipment file has changed and is in effect');
      lastReplaced = onReplaced();
    } catch (error) {
      // An unexpected error must not stop a running server either.
      const message = errorMessage(error);
      if (message === problem) return;
      problem = message;
      equipment.setOutdated(true);
      const problems = error instanceof EquipmentFileError ? error.problems.map(problemLine) : [message];
      const details = { ...serverEvent('equipment-wrong', file), file, problems };
      log.error(details, 'the changed equipment file is wrong; the previous one stays in effect');
    }
  }

  async function run(): Promise<void> {
    let loaded: string | undefined;
    let previous: string | undefined;
    while (!stopping.signal.aborted) {
      const presets = equipment.settings().flatMap(({ presetFile }) => presetFile ?? []);
      const current = await fingerprint([file, ...presets]);
      // While the fingerprint changes, a program may still be writing. A wrong file is read at every turn, because the
      // error may be in a preset file that is not compared yet.
      if (current === previous && (current !== loaded || problem !== undefined)) {
        loaded = current;
        await load();
      }
      previous = current;
      await wait(stopping.signal);
    }
  }

  const running = run();
  return {
    /** Reads the file now. */
    load,
    close: async (): Promise<void> => {
      stopping.abort();
      await running;
      await lastReplaced;
    },
  };
}

/** Differs when one of the files was written, replaced or deleted, or when its link points to another file. */
async function fingerprint(files: readonly string[]): Promise<string> {
  const parts = files.map(async (file) => {
    try {
      const { dev, ino, size, mtimeMs } = await stat(file);
      return [dev, ino, size, mtimeMs].join(' ');
    } catch {
      return 'unreadable';
    }
  });
  return (await Promise.all(parts)).join('\n');
}
