/** POST /manage/backup: a verified copy of the embedded database as a download. */
import { rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { type AuditEntry, recordAudit } from '../../../audit/record-audit.ts';
import { userActor } from '../../../audit/audit-actors.ts';
import { backupContentType, statusEndpoints } from '../../../../contract/manage/status.ts';
import type { ReasonCode } from '../../../../contract/reasons.ts';
import type { Database } from '../../../database/database.ts';
import { backUpInThread } from '../../../database/maintenance/back-up-in-thread.ts';
import { requireEverything } from '../../../rights/manager.ts';
import { AppError } from '../../../shared/app-error.ts';
import { refusedAs } from '../../../shared/reason.ts';
import type { ApiServer } from '../../api-server.ts';
import { serveRaw } from '../../serve-endpoint.ts';

export interface BackupRouteOptions {
  readonly database: Pick<Database, 'query'>;
  readonly now: () => number;
  /** The file of the embedded database. Undefined: the data are in PostgreSQL. */
  readonly file: string | undefined;
  /** The free space of the disk with the file. */
  readonly freeDiskBytes: () => number | null;
}

/** What must stay free beside the copy, so that reports can still be stored. */
const spareBytes = 64 * 1024 ** 2;

export function registerBackupRoute(api: ApiServer, { database, now, file, freeDiskBytes }: BackupRouteOptions): void {
  const copy = `${file}.download`;
  let isRunning = false;
  // A process that was killed during a download left it.
  if (file !== undefined) for (const left of [copy, `${copy}.part`]) rmSync(left, { force: true });

  /** Returns the open copy, which no longer has a name: nothing is left when the caller or this process leaves. */
  async function makeCopy(from: string, source: Pick<AuditEntry, 'actor'>): Promise<FileHandle> {
    if (isRunning) throw refused('backup-running');
    if ((freeDiskBytes() ?? 0) < statSync(from).size + spareBytes) throw refused('no-space');
    isRunning = true;
    const record = (action: AuditEntry['action'], after?: AuditEntry['after']) =>
      recordAudit(database.query, { ...source, clientUUID: null, at: now(), action, after });
    try {
      await record('data.backup');
      const { stream: rooms = 0, report: reports = 0 } = await backUpInThread(from, copy);
      await record('data.backup-complete', { rooms, reports });
      return await open(copy);
    } finally {
      await rm(copy, { force: true });
      isRunning = false;
    }
  }

  serveRaw(api, statusEndpoints.makeBackup, async ({ caller, request }, reply) => {
    requireEverything(caller);
    if (file === undefined) throw refused('backup-elsewhere');
    const opened = await makeCopy(file, { actor: userActor(caller, request) });
    const { size } = await opened.stat();
    const name = `room-status-${new Date(now()).toISOString().slice(0, 10)}.sqlite`;
    return reply
      .type(backupContentType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(opened.createReadStream());
  });
}

function refused(code: ReasonCode): AppError {
  return new AppError('conflict', refusedAs(code));
}
