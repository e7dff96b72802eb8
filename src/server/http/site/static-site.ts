/** The built web app: its one page, its files, and for every address of a screen that same page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Environment, pageConfigMetaName } from '../../../contract/environment.ts';
import { AppError } from '../../shared/app-error.ts';
import { sendProblem } from '../problem-handler.ts';
import { pageSecurityPolicy } from './security-headers.ts';

export interface StaticSiteOptions {
  /** Where the build wrote the app. */
  readonly folder: string;
  readonly environments: readonly z.infer<typeof Environment>[];
  /** Origin that people are to use. */
  readonly publicUrl: string;
}

const yearSeconds = 31_536_000;

/**
 * Registers the site on an instance that answers whatever nobody else does.
 * Rejects when the app has not been built.
 */
export async function registerStaticSite(fastify: FastifyInstance, options: StaticSiteOptions): Promise<void> {
  const page = await readPage(options);
  const policy = pageSecurityPolicy(options.environments);

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const elsewhere = canonicalAddress(request, options.publicUrl);
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 307);
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  }

  await fastify.register(fastifyStatic, {
    root: options.folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The page goes out with its configuration or not at all; the compressed copies are found by name.
    globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isNamedByContent = path.includes('/assets/');
      reply.header('cache-control', isNamedByContent ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
  fastify.get('/', sendPage);
  fastify.get('/index.html', sendPage);
  fastify.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return sendPage(request, reply);
    return sendProblem(new AppError('not-found', { detail: 'There is nothing at this address.' }), request, reply);
  });
}

/** The page of the build, with the table of environments in its meta element. */
async function readPage({ folder, environments }: StaticSiteOptions): Promise<string> {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const empty = `<meta name="${pageConfigMetaName}" content="" />`;
  if (!built.includes(empty)) throw new Error(`${folder}/index.html has no ${empty}`);
  const config = JSON.stringify({ environments });
  return built.replace(empty, () => `<meta name="${pageConfigMetaName}" content="${escapeAttribute(config)}" />`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** A person going to a screen, as opposed to a script or a picture asking for a file that is gone. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !url.startsWith('/assets/');
}

/**
 * On one's own machine 127.0.0.1 and [::1] are the same as localhost, but not to the identity provider,
 * which knows the app by one origin: whoever comes by such a name is sent to the right one.
 */
function canonicalAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  const { hostname, port } = new URL(publicUrl);
  const aliases = [`127.0.0.1:${port}`, `[::1]:${port}`];
  if (hostname !== 'localhost' || !aliases.includes(request.headers.host ?? '')) return undefined;
  // Put together as text: resolved as an address, a path of two slashes would lead to another host.
  return request.url.startsWith('/') ? publicUrl + request.url : undefined;
}
