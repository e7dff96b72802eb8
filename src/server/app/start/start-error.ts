import { OperatorError } from '../../shared/operator-error.ts';
import type { Config } from '../config.ts';

/** Returns an OperatorError that explains why the start failed, or the error itself if the reason is unknown. */
export function toStartError(error: unknown, config: Config): unknown {
  const { host, mqtt } = config;
  const isMqtt = error instanceof Error && 'port' in error && error.port === mqtt.port;
  const [port, setting] = isMqtt ? [mqtt.port, 'MQTT_PORT'] : [config.port, 'PORT'];
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`,
        error,
      );
    case 'EACCES':
      return new OperatorError(`This user may not open port ${port}. Set ${setting} to a port above 1023.`, error);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(`HOST is ${host}, which is not an address of this machine.`, error);
    case 'ENOENT':
      if (!(error instanceof Error && error.message.includes('index.html'))) return error;
      return new OperatorError('The web app has not been built. Start with `npm start`, which builds it.', error);
    default:
      return error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
