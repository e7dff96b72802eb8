/** An nginx of our own. */
import { join } from 'node:path';
import { findProgram } from './find-programs.mjs';
import { isListening } from './ports.ts';
import { createService, type Service } from './service.ts';

export interface NginxOptions {
  /** For its log and its temporary files; relative paths of the configuration begin there. */
  readonly folder: string;
  readonly configFile: string;
  /** One of those that the configuration listens at. */
  readonly port: number;
}

/** Started already. */
export async function startNginx({ folder, configFile, port }: NginxOptions): Promise<Service> {
  const file = findProgram('nginx');
  if (file === undefined) throw new Error('nginx is not installed');
  // As root its workers would be another user, who may not read there.
  const global = ['daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : [])].join(' ');
  const service = createService({
    name: 'nginx',
    port,
    logFile: join(folder, 'nginx.log'),
    file,
    args: ['-e', 'stderr', '-p', folder, '-c', configFile, '-g', global],
    // Open event streams would hold a graceful end up.
    stopSignal: 'SIGTERM',
    isReady: () => isListening(port),
  });
  await service.start();
  return service;
}
