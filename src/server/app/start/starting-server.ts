/** Answers every request with 503 and the reason while the server is starting. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { problemContentType } from '../../../contract/problem.ts';
import type { MigrationStep } from '../../database/database.ts';
import { createCommonHeaders } from '../../http/site/security-headers.ts';
import { toProblemBody } from '../../http/problem-handler.ts';
import { loadPageAssets, type LoadedAssets } from '../../identity/provider/pages/page-assets.ts';
import { languageOfRequest } from '../../identity/provider/pages/page-language.ts';
import { securityHeaders, sendAsset, sendPage } from '../../identity/provider/pages/send-page.ts';
import { renderStartingPage } from '../../identity/provider/pages/starting-page.ts';
import { AppError } from '../../shared/app-error.ts';

/** What the start waits for. `migration` is undefined while the database cannot be reached yet. */
export interface StartWait {
  readonly migration: MigrationStep | undefined;
  /** How long the start has waited, in milliseconds. */
  readonly elapsedMs: number;
}

export type StartingServer = Awaited<ReturnType<typeof openStartingServer>>;

interface StartingServerOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly version: string;
  readonly readWait: () => StartWait;
}

/** The seconds after which a page reloads and a device retries. */
const retrySeconds = 5;
const assetsPath = '/idp/assets';

export async function openStartingServer({ host, port, publicUrl, version, readWait }: StartingServerOptions) {
  const assets = await loadPageAssets(assetsPath);
  const headers = { ...createCommonHeaders(publicUrl), ...securityHeaders, connection: 'close' };
  const server = createServer((request, response) => {
    request.resume();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(request, response, { assets, version, wait: readWait() });
  });
  server.listen(port, host);
  // The error of a port that is in use is ignored here, because the server reports it when it listens itself.
  await once(server, 'listening').catch(() => undefined);
  return {
    close: async (): Promise<void> => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface AnswerOptions {
  readonly assets: LoadedAssets;
  readonly version: string;
  readonly wait: StartWait;
}

function answer(request: IncomingMessage, response: ServerResponse, { assets, version, wait }: AnswerOptions): void {
  const path = (request.url ?? '').replace(/\?.*/s, '');
  if (path.startsWith(`${assetsPath}/`))
    return sendAsset(response, assets.files.get(path.slice(assetsPath.length + 1)));
  const reason = reasonOf(wait);
  response.setHeader('retry-after', retrySeconds);
  if (path === '/health' || path === '/health/ready') {
    const database = wait.migration === undefined ? 'unavailable' : 'updating';
    const parts = { database, storing: 'unavailable', bus: 'ok', warnings: [reason] };
    return sendJson(response, 'application/json; charset=utf-8', { status: 'unavailable', version, ...parts });
  }
  if ((request.headers.accept ?? '').includes('text/html')) {
    response.setHeader('refresh', retrySeconds);
    return sendPage(response, 503, renderStartingPage({ assets, language: languageOfRequest(request), ...wait }));
  }
  sendJson(response, problemContentType, toProblemBody(new AppError('unavailable', { detail: reason })));
}

function sendJson(response: ServerResponse, contentType: string, body: object): void {
  response.writeHead(503, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** The reason of the wait in English, for monitors and devices. */
function reasonOf({ migration, elapsedMs }: StartWait): string {
  if (migration === undefined) return 'The server is starting and waits for its database.';
  const { step, count } = migration;
  return `The server is being updated: step ${step} of ${count}, ${Math.round(elapsedMs / 1_000)} s so far. It goes on by itself.`;
}
