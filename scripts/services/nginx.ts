/** Starts nginx. */
import { join } from 'node:path';
import { requireProgram } from './find-programs.mjs';
import { type Service, startService } from './service.ts';

export interface NginxOptions {
  /** The folder of the log and of temporary files. Relative paths in the configuration start here. */
  readonly folder: string;
  readonly configFile: string;
  /** A port on which the configuration makes nginx listen. */
  readonly port: number;
}

/** Starts nginx. Resolves when it accepts connections. `stop` does not wait for open event streams. */
export function startNginx({ folder, configFile, port }: NginxOptions): Promise<Service> {
  // When root starts nginx, its workers run as another user by default, who may not read the folder.
  const global = ['daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : [])].join(' ');
  return startService({
    name: 'nginx',
    port,
    logFile: join(folder, 'nginx.log'),
    file: requireProgram('nginx'),
    args: ['-e', 'stderr', '-p', folder, '-c', configFile, '-g', global],
  });
}
