/** pg_dump and pg_restore, run as programs of their own. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { BackupError } from './backup-error.ts';

export type ToolEnvironment = Readonly<Record<string, string | undefined>>;

export interface ToolOptions {
  /** Ends it; what it throws then is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Each line of what it writes. */
  readonly onLine?: (line: string) => void;
}

/**
 * Resolves once it has ended well.
 * Throws BackupError with what it complained of, or where it is not installed.
 */
export async function runTool(
  tool: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  environment: ToolEnvironment,
  { signal, onLine = () => undefined }: ToolOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(tool, [...args], { env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  signal?.addEventListener('abort', stop);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    complaint = (complaint + part).slice(-2_000);
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      reject(
        new BackupError(
          isMissing
            ? `${tool} is not installed here: it comes with PostgreSQL's client programs (Debian: postgresql-client).`
            : `${tool} cannot be run: ${error.message}`,
          error,
        ),
      );
    });
    child.once('close', resolve);
  }).finally(() => signal?.removeEventListener('abort', stop));
  signal?.throwIfAborted();
  if (code !== 0) throw new BackupError(`${tool} failed: ${complaint.trim()}`);
}

/** The address without the password, which everybody on the machine could read, and the password in the environment. */
export function connectionOf(
  address: string,
  environment: ToolEnvironment,
): { readonly dbname: string; readonly environment: ToolEnvironment } {
  const url = new URL(address);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  // PostgreSQL's own library takes a plus for a plus.
  url.search = url.search.replaceAll('+', '%20');
  return { dbname: url.href, environment: password === '' ? environment : { ...environment, PGPASSWORD: password } };
}
