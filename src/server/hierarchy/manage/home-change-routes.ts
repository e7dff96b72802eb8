/** The calls that change clients, locations, wards and rooms, also by a file. */
import { homeEndpoints } from '../../../contract/manage/home.ts';
import { userActor } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { type Call, serveEndpoint, serveRaw } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ChangedHome } from '../home-file/import/audit-of-changes.ts';
import type { FieldProblem } from '../../shared/reason.ts';
import { loadHome } from '../home-file/load-home.ts';
import { changeHome, type HomeChangeResult, importFile } from './change-home.ts';
import { describeHomeChange, type Impact } from './describe-home-change.ts';
import { createHomeFileThread } from './file-thread/home-file-thread.ts';
import { visibleHome } from './managed-home.ts';

/** JSON writes a line break as two characters, and a character has at most three bytes. */
const maxFileBodyBytes = 16 * 1024 * 1024;
/** A wrong column makes an error in each line. */
const maxListedErrors = 100;

export interface HomeChangeRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** What stops working because of a change. */
  readonly findImpact: (result: ChangedHome) => Promise<readonly Impact[]>;
  /** Called after each change, so that open boards follow at once. */
  readonly onChanged: () => void;
}

export function registerHomeChangeRoutes(api: ApiServer, options: HomeChangeRoutesOptions): void {
  const { database, now, findImpact, onChanged } = options;
  const thread = createHomeFileThread();
  /** Of the running imports. */
  const progress = new Map<string, { readonly done: number; readonly total: number }>();

  function optionsOf({
    caller,
    query,
    request,
  }: Pick<Call<typeof homeEndpoints.changeHome>, 'caller' | 'query' | 'request'>) {
    const rights = { managed: caller.managed, seen: caller.user.scopes };
    return { rights, isDryRun: query.dryRun === 'true', now: now(), actor: userActor(caller, request) };
  }

  async function answer(result: HomeChangeResult, { isDryRun }: { readonly isDryRun: boolean }) {
    if (!isDryRun && result.changes.length > 0) onChanged();
    return describeHomeChange(result, await findImpact(result));
  }

  serveEndpoint(api, homeEndpoints.changeHome, async (call) => {
    const wanted = optionsOf(call);
    return answer(await changeHome(database, call.body, wanted), wanted);
  });

  serveEndpoint(
    api,
    homeEndpoints.importHome,
    async (call) => {
      const { removeMissing = false, importUUID, ...task } = call.body;
      const read = await thread.read(task);
      if (read.kind === 'refused') throw invalidFile(read.problems);
      const wanted = { ...optionsOf(call), removeMissing };
      if (importUUID === undefined) return answer(await importFile(database, read.file, wanted), wanted);
      const key = progressKey(call.caller, importUUID);
      const onProgress = (done: number, total: number) => void progress.set(key, { done, total });
      try {
        return await answer(await importFile(database, read.file, { ...wanted, onProgress }), wanted);
      } finally {
        progress.delete(key);
      }
    },
    { maxBodyBytes: maxFileBodyBytes },
  );

  serveEndpoint(api, homeEndpoints.getImportProgress, async ({ caller, params }) => {
    return progress.get(progressKey(caller, params.id)) ?? { done: 0, total: 0 };
  });

  const sendFile: Parameters<typeof serveRaw<typeof homeEndpoints.exportHome>>[2] = async (
    { caller, query },
    reply,
  ) => {
    const home = visibleHome(await loadHome(database.query), caller.managed);
    const text = await thread.write({ format: query.format, home });
    const isYaml = query.format === 'yaml';
    return reply
      .type(isYaml ? 'application/yaml; charset=utf-8' : 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="room-status-home.${isYaml ? 'yaml' : 'csv'}"`)
      .send(text);
  };
  serveRaw(api, homeEndpoints.exportHome, sendFile, { head: false });
}

/** Nobody sees the progress of an import of somebody else. */
function progressKey({ user }: UserCaller, importUUID: string): string {
  return `${user.subject} ${importUUID.toLowerCase()}`;
}

function invalidFile(problems: readonly FieldProblem[]): AppError {
  const errors = problems.slice(0, maxListedErrors).map((problem) => ({ ...problem, field: problem.field || 'text' }));
  return new AppError('invalid-request', { errors });
}
