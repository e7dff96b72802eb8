/** Tells what a starting server waits for: on the console, and to clients that call its port. */
import type { MigrationStep } from '../../database/database.ts';
import type { Config } from '../config.ts';
import type { StartingServer, StartWait } from './starting-server.ts';

/** The interval at which the console line is repeated, to show that the start has not stopped. */
const repeatIntervalMs = 5_000;

interface StartNoticeOptions {
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'natsUrls'>;
  readonly version: string;
  readonly progress: (step: string) => void;
}

export type StartNotice = ReturnType<typeof createStartNotice>;

/**
 * Opens the port early only if this is the only process. A proxy in front of several processes uses the next one when a
 * port is closed, but it would pass on a 503 (decision 132).
 */
export function createStartNotice({ config, version, progress }: StartNoticeOptions) {
  const isAlone = config.natsUrls.length === 0;
  let migration: MigrationStep | undefined;
  let beganAt = performance.now();
  let server: Promise<StartingServer> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const readWait = (): StartWait => ({ migration, elapsedMs: performance.now() - beganAt });

  function begin(): void {
    if (timer !== undefined) return;
    beganAt = performance.now();
    timer = setInterval(
      () => progress(`${lineOf(readWait())}, for ${Math.round(readWait().elapsedMs / 1_000)} s`),
      repeatIntervalMs,
    );
    if (isAlone) server = openServer();
  }

  async function openServer(): Promise<StartingServer> {
    const { openStartingServer } = await import('./starting-server.ts');
    return openStartingServer({ ...config, version, readWait });
  }

  return {
    onWait: (reason: string): void => {
      progress(`${reason} Waiting for it`);
      begin();
    },
    onMigration: (step: MigrationStep): void => {
      // The progress counts the time of the migration only, without the wait for the database.
      if (migration === undefined) beganAt = performance.now();
      migration = step;
      progress(lineOf(readWait()));
      begin();
    },
    /** Closes the port, so that the server can use it. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await (await server)?.close();
      server = undefined;
    },
  };
}

function lineOf({ migration }: StartWait): string {
  if (migration === undefined) return 'Waiting for the database';
  return `Updating the data, step ${migration.step} of ${migration.count}`;
}
