/** POST /manage/backup: a verified copy of the embedded database, without its secrets, as a download. */
import { rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { backupContentType, statusEndpoints } from '../../contract/status/status.ts';
import type { ReasonCode } from '../../contract/reasons.ts';
import { readFreeBytes } from '../database/sqlite/reserve-file.ts';
import { backUpInThread } from '../maintenance/back-up-in-thread.ts';
import { requirePassword } from '../identity/provider/own-account-routes.ts';
import { AppError } from '../shared/app-error.ts';
import { fieldProblem, errorOptionsOf } from '../shared/reason.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveRaw } from '../http/serve-endpoint.ts';
import type { StatusPorts } from './status-ports.ts';

/** The disk space that must stay free beside the copy, so that reports can still be stored. */
const spareBytes = 64 * 1024 ** 2;

export function registerBackupRoute(api: ApiServer, { database, now, provider, facts }: StatusPorts): void {
  const file = facts.databaseFile;
  const copy = `${file}.download`;
  let isRunning = false;
  // Removes a copy that is left from a process that was killed during a download.
  if (file !== undefined) for (const left of [copy, `${copy}.part`]) rmSync(left, { force: true });

  /**
   * Makes the copy, opens it, and removes its name. So no file is left when the caller disconnects or the process ends.
   */
  async function makeCopy(from: string, source: Pick<AuditEntry, 'actor'>): Promise<FileHandle> {
    if (isRunning) throw refused('backup-running');
    if (readFreeBytes(from) < statSync(from).size + spareBytes) throw refused('no-space');
    isRunning = true;
    const record = (action: AuditEntry['action'], after?: AuditEntry['after']) =>
      recordAudit(database.query, { ...source, clientUUID: null, at: now(), action, after });
    try {
      await record('data.backup');
      const { stream: rooms = 0, report: reports = 0 } = await backUpInThread({ from, to: copy });
      await record('data.backup-complete', { rooms, reports });
      return await open(copy);
    } finally {
      await rm(copy, { force: true });
      isRunning = false;
    }
  }

  serveRaw(api, statusEndpoints.makeBackup, async ({ caller, request, body: { password } }, reply) => {
    if (file === undefined) throw refused('backup-elsewhere');
    // Requires the password, because anybody could use an unlocked screen.
    if (provider !== undefined) {
      if (password === undefined)
        throw new AppError('invalid-request', { errors: [fieldProblem('password', 'missing')] });
      await requirePassword({ database, checkPassword: provider.checkPassword }, { caller, request }, password);
    }
    const opened = await makeCopy(file, { actor: actorOfUser(caller, request) });
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
  return new AppError('conflict', errorOptionsOf(code));
}
