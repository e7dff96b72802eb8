/** The calls that read and write the home as a file. */
import { homeFileEndpoints } from '../../../contract/home/home-file.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { type EndpointCall, serveEndpoint, serveRaw } from '../../http/serve-endpoint.ts';
import type { Equipment } from '../../equipment/equipment.ts';
import { AppError } from '../../shared/app-error.ts';
import { errorOptionsOf, type FieldProblem } from '../../shared/reason.ts';
import { HomeFileError, nodesOfLevel } from '../home-file/home.ts';
import type { HomeChange } from '../home-file/import/compare-homes.ts';
import { importHome } from '../home-file/import/import-home.ts';
import { createPlaceLookup, selectVisibleHome } from '../home-file/import/place-of-node.ts';
import { loadHome } from '../home-file/load-home.ts';
import { createHomeFileThreads } from './home-file-thread.ts';
import { findImpact, readHomeReferences } from './home-impact.ts';
import {
  countEndedAlerts,
  summarizeChanges,
  differenceOfHomes,
  type ImportPreview,
  versionOfChanges,
} from './import-preview.ts';

/** The maximum size of the body. In JSON a line break has two characters, and a character has at most three bytes. */
const maxFileBodyBytes = 16 * 1024 * 1024;
/** The maximum number of errors in a response, because a wrong column causes one in each line. */
const maxListedErrors = 100;

export interface HomeRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly equipment: Pick<Equipment, 'settings'>;
  /** Called after each change, so that open boards are updated at once. */
  readonly onChanged: () => void;
}

export function registerHomeFileRoutes(api: ApiServer, options: HomeRoutesOptions): void {
  const { database, now, equipment, onChanged } = options;
  const runTask = createHomeFileThreads();

  async function importFile(call: EndpointCall<typeof homeFileEndpoints.importHome>): Promise<ImportPreview> {
    const { caller, query, request, body } = call;
    const { removeMissing = false, version, ...task } = body;
    const read = await runTask(caller.user.subject, task);
    if ('problems' in read) throw invalidFile(read.problems);
    if (!('file' in read)) throw new Error('the thread has not read the file');
    const isDryRun = query.dryRun === 'true';
    const accept = (changes: readonly HomeChange[]): void => {
      if (version === undefined || version === versionOfChanges(changes)) return;
      throw new AppError('conflict', errorOptionsOf('changed'));
    };
    const wanted = { isDryRun, removeMissing, now: now(), actor: actorOfUser(caller, request), caller, accept };
    const result = await database
      .withExclusiveLock(() => importHome(database, read.file, wanted))
      .catch((error: unknown) => {
        throw error instanceof HomeFileError ? invalidFile(error.problems) : error;
      });
    if (!isDryRun && result.changes.length > 0) onChanged();
    const references = await readHomeReferences(database, equipment.settings());
    return {
      ...summarizeChanges(result.changes),
      alerts: await countEndedAlerts(database, result.changes),
      impact: findImpact(differenceOfHomes(result.before, result.after), references),
    };
  }

  serveEndpoint(api, homeFileEndpoints.importHome, importFile, { maxBodyBytes: maxFileBodyBytes });

  const exportFile: Parameters<typeof serveRaw<typeof homeFileEndpoints.exportHome>>[2] = async (
    { caller, query, request },
    reply,
  ) => {
    const home = selectVisibleHome(await loadHome(database.query), caller.managed);
    const written = await runTask(caller.user.subject, { format: query.format, home });
    if (!('text' in written)) throw new Error('the thread has not written the file');
    const placeOf = createPlaceLookup(home);
    const rooms = Map.groupBy(nodesOfLevel(home, 'stream'), (room) => placeOf(room)?.clientUUID);
    const events = nodesOfLevel(home, 'client').map(({ uuid, displayName }) => ({
      actor: actorOfUser(caller, request),
      at: now(),
      action: 'home.export' as const,
      object: { kind: 'client' as const, id: uuid, name: displayName },
      clientUUID: uuid,
      after: { rooms: rooms.get(uuid)?.length ?? 0 },
    }));
    await recordAudit(database.query, ...events);
    const isYaml = query.format === 'yaml';
    return reply
      .type(isYaml ? 'application/yaml; charset=utf-8' : 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="room-status-home.${isYaml ? 'yaml' : 'csv'}"`)
      .send(written.text);
  };
  serveRaw(api, homeFileEndpoints.exportHome, exportFile, { head: false });
}

function invalidFile(problems: readonly FieldProblem[]): AppError {
  const errors = problems.slice(0, maxListedErrors).map((problem) => ({ ...problem, field: problem.field || 'text' }));
  return new AppError('invalid-request', { errors });
}
