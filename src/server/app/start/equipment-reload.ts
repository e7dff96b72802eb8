/** Reads the equipment file again when it has changed, without a restart of the server. */
import { stat } from 'node:fs/promises';
import { EquipmentFileError, readEquipmentFile } from '../../intake/equipment/file/equipment-file.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { pause } from '../../intake/mqtt/pause.ts';

export interface EquipmentReloadOptions {
  readonly file: string;
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

/**
 * Compares the file every second. Polling also notices a file that an editor replaces, and a mounted ConfigMap,
 * where a symbolic link is replaced. A wrong file changes nothing: the previous connections stay in effect.
 */
export function startEquipmentReload(options: EquipmentReloadOptions) {
  const { file, equipment, onReplaced, log, wait = (signal) => pause(intervalMs, signal) } = options;
  const stopping = new AbortController();
  /** The message of the last attempt. Undefined: the file is correct. */
  let problem: string | undefined;
  let lastReplaced = Promise.resolve();

  function load(): void {
    try {
      const settings = readEquipmentFile(file);
      const wasWrong = problem !== undefined;
      problem = undefined;
      equipment.setOutdated(false);
      if (!equipment.replace(settings) && !wasWrong) return;
      // Logged as a warning, because the default log level hides `info` and the operator needs the confirmation.
      log.warn({ connections: settings.map(({ name }) => name) }, 'the equipment file has changed and is in effect');
      lastReplaced = onReplaced();
    } catch (error) {
      // An unexpected error must not stop a running server either.
      const message = errorMessage(error);
      if (message === problem) return;
      problem = message;
      equipment.setOutdated(true);
      const problems = error instanceof EquipmentFileError ? error.problems : [message];
      log.error({ file, problems }, 'the changed equipment file is wrong; the previous one stays in effect');
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
        load();
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
