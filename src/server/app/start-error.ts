/** Why the server did not start, in a sentence for the person who started it. */
import type { Config } from './config.ts';

export class StartError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}

/** The reason for people where it is known, else the error itself. */
export function startErrorOf(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use. Stop what is using it, or set PORT to another one.`,
        error,
      );
    case 'EACCES':
      return new StartError(`Port ${port} may not be used by this account. Set PORT to one above 1023.`, error);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST is ${host}, which is no address of this machine.`, error);
    case 'ENOENT':
      if (!isAbout(error, 'index.html')) return error;
      return new StartError('The web app has not been built. Start with `npm start`, which builds it.', error);
    default:
      return error;
  }
}

function isAbout(error: unknown, file: string): boolean {
  return error instanceof Error && error.message.includes(file);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
