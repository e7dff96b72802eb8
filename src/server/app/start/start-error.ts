/** Why the server did not start, in a sentence for the person who started it. */
import type { Config } from '../config.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/** The reason for people where it is known, else the error itself. */
export function toStartError(
  error: unknown,
  { port: ownPort, host, mqtt }: Pick<Config, 'port' | 'host' | 'mqtt'>,
): unknown {
  // The embedded broker has a port, too.
  const isMqtt = error instanceof Error && 'port' in error && error.port === mqtt.port;
  const [port, setting] = isMqtt ? [mqtt.port, 'MQTT_PORT'] : [ownPort, 'PORT'];
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} is already in use. Stop what is using it, or set ${setting} to another one.`,
        error,
      );
    case 'EACCES':
      return new OperatorError(
        `Port ${port} may not be used by this account. Set ${setting} to one above 1023.`,
        error,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(`HOST is ${host}, which is no address of this machine.`, error);
    case 'ENOENT':
      if (!isAbout(error, 'index.html')) return error;
      return new OperatorError('The web app has not been built. Start with `npm start`, which builds it.', error);
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
