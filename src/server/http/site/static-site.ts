/** Serves the built web app: its files, and the same page for every address of the app. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Environment, type PageConfig, pageConfigMetaName } from '../../../contract/environment.ts';
import { setUpPath } from '../../../contract/identity/set-up-path.ts';
import { AppError } from '../../shared/app-error.ts';
import { html } from '../../shared/text/html.ts';
import { sendProblem } from '../problem-handler.ts';
import { createPageSecurityPolicy } from './security-headers.ts';
import { registerStaticFiles } from './static-files.ts';

export interface StaticSiteOptions {
  /** The folder of the build. */
  readonly folder: string;
  readonly environments: readonly z.infer<typeof Environment>[];
  /** The origins of the endpoints of identity providers, which can differ from the origin of the issuer. */
  readonly endpointOrigins: () => readonly string[];
  /** The origin that users open. */
  readonly publicUrl: string;
  /** Whether the installation has no administrator yet, so that nobody can log in. Never rejects. */
  readonly needsSetUp: () => Promise<boolean>;
}

/**
 * Registers the site, which answers every request that no other route matches.
 * Rejects when the app has not been built.
 */
export async function registerStaticSite(fastify: FastifyInstance, options: StaticSiteOptions): Promise<void> {
  const page = await readPage(options, {});
  const pageOfUnsetHome = await readPage(options, { needsSetUp: true });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const redirect = canonicalAddress(request, options.publicUrl);
    if (redirect !== undefined) return reply.redirect(redirect, 307);
    const isUnset = await options.needsSetUp();
    if (isUnset && isNavigation(request) && !isOpenBeforeSetUp(request)) return reply.redirect(setUpPath, 307);
    return reply
      .header('content-security-policy', createPageSecurityPolicy(options.environments, options.endpointOrigins()))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(isUnset ? pageOfUnsetHome : page);
  }

  await registerStaticFiles(fastify, options.folder);
  fastify.get('/', (request, reply) => sendPage(request, reply));
  fastify.get('/index.html', (request, reply) => sendPage(request, reply));
  fastify.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return sendPage(request, reply);
    return sendProblem(new AppError('not-found', { detail: 'There is nothing at this address.' }), request, reply);
  });
}

/** Reads the built page and puts its configuration into its meta element. */
async function readPage(
  { folder, environments }: StaticSiteOptions,
  { needsSetUp }: Pick<z.infer<typeof PageConfig>, 'needsSetUp'>,
): Promise<string> {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const empty = `<meta name="${pageConfigMetaName}" content="" />`;
  if (!built.includes(empty)) throw new Error(`${folder}/index.html has no ${empty}`);
  const filled = html`<meta name="${pageConfigMetaName}" content="${JSON.stringify({ environments, needsSetUp })}" />`;
  return built.replace(empty, () => filled.text);
}

/**
 * Whether the page may be opened before the first set-up: the set-up itself, and the return from an external identity
 * provider during it. Every other page redirects to the set-up, because nobody can log in yet.
 */
function isOpenBeforeSetUp({ url }: FastifyRequest): boolean {
  return [setUpPath, '/callback'].includes(url.split('?', 1)[0] ?? '');
}

/** Whether a user opens a screen, rather than a page requesting a script or image that no longer exists. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !url.startsWith('/assets/');
}

/**
 * The address to redirect to when a user opens http://127.0.0.1 or http://[::1] instead of http://localhost.
 * The identity provider accepts only the public origin.
 */
function canonicalAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  const { hostname, port } = new URL(publicUrl);
  const aliases = [`127.0.0.1:${port}`, `[::1]:${port}`];
  if (hostname !== 'localhost' || !aliases.includes(request.headers.host ?? '')) return undefined;
  // Joins the texts, because `new URL('//other.example', publicUrl)` would lead to another host.
  return request.url.startsWith('/') ? publicUrl + request.url : undefined;
}
