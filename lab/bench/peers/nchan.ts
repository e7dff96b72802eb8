/** Starts Nchan, an nginx module for publish and subscribe, with one worker. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNchan } from '../../../scripts/services/find-programs.mjs';
import { startNginx } from '../../../scripts/services/nginx.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import type { Service } from '../../../scripts/services/service.ts';

/** Undefined when Nchan is not installed. */
export async function startNchan(folder: string): Promise<Service | undefined> {
  const moduleFile = findNchan();
  if (moduleFile === undefined) {
    console.warn('Nchan is not measured: it is not installed (apt-get install nginx libnginx-mod-nchan)');
    return undefined;
  }
  const port = await freePort();
  const configFile = join(folder, 'nginx.conf');
  await writeFile(configFile, configuration(moduleFile, port));
  return startNginx({ folder, configFile, port });
}

function configuration(moduleFile: string, port: number): string {
  // Relative paths start at the folder of `nginx -p`. Without these paths nginx creates temporary files in system folders.
  return `load_module ${moduleFile};
pid nginx.pid;
worker_processes 1;
worker_rlimit_nofile 16384;
events { worker_connections 15000; }
http {
client_body_temp_path temporary-body;
proxy_temp_path temporary-proxy;
fastcgi_temp_path temporary-fastcgi;
uwsgi_temp_path temporary-uwsgi;
scgi_temp_path temporary-scgi;
access_log off;
keepalive_requests 1000000000;
nchan_shared_memory_size 256M;
server {
  listen 127.0.0.1:${port} backlog=4096;
  location ~ ^/publish/(\\S+)$ { nchan_publisher; nchan_channel_id $1; nchan_message_buffer_length 1; nchan_message_timeout 5s; }
  location ~ ^/subscribe/(\\S+)$ { nchan_subscriber eventsource; nchan_channel_id $1; nchan_subscriber_first_message newest; }
}
}
`;
}
