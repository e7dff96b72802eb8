/** Starts nginx. */
import { join } from 'node:path';
import { findProgram } from './find-programs.mjs';
import { isListening } from './ports.ts';
import { createService, type Service } from './service.ts';

export interface NginxOptions {
  /** For the log and temporary files. Relative paths in the configuration start here. */
  readonly folder: string;
  readonly configFile: string;
  /** A port that the configuration listens on. */
  readonly port: number;
}

/** Resolves when it accepts connections. */
export async function startNginx({ folder, configFile, port }: NginxOptions): Promise<Service> {
  const file = findProgram('nginx');
  if (file === undefined) throw new Error('nginx is not installed');
  // When started by root its workers run as another user, who may not read the folder.
  const global = ['daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : [])].join(' ');
  const service = createService({
    name: 'nginx',
    port,
    logFile: join(folder, 'nginx.log'),
    file,
    args: ['-e', 'stderr', '-p', folder, '-c', configFile, '-g', global],
    // A fast stop: a graceful one waits for open event streams.
    stopSignal: 'SIGTERM',
    isReady: () => isListening(port),
  });
  await service.start();
  return service;
}
