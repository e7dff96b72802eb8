/** A process that moves a client and is killed at the beginning of a step: arguments: source, target, client, address, step. */
import { serverActor } from '../../../src/server/audit/audit-actors.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { moveClient } from '../../../src/server/maintenance/move/move-client.ts';

const [sourceUrl = '', targetUrl = '', client = '', address = '', lastStep = ''] = process.argv.slice(2);
const open = (url: string) => openPostgresDatabase({ url, poolSize: 2, statementTimeoutMs: 0 });
const [source, target] = await Promise.all([open(sourceUrl), open(targetUrl)]);
await moveClient({
  source,
  target,
  client,
  address,
  hasSharedGroups: false,
  by: { actor: serverActor, at: Date.now() },
  now: Date.now,
  onStep: (step) => {
    if (step === lastStep) process.kill(process.pid, 'SIGKILL');
  },
});
