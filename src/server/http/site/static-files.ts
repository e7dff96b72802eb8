/**
 * Serves the files of a folder from memory. Reading them from disk would use the thread pool of Node, where password
 * hashes and DNS lookups can keep every thread busy.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The encodings of compressed copies, the preferred one first, with the ending of their file names. */
const encodings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof encodings;

/**
 * Endings of files that are not served under their own name. Source maps are left out because the operator has them in
 * the folder.
 */
const unservedTypes = ['.html', '.map', ...Object.values(encodings)];

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const yearSeconds = 31_536_000;

interface StaticFile {
  readonly content: Buffer;
  readonly contentType: string;
  readonly etag: string;
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
}

/** Reads all files of the folder and registers a route for each. The folder can be replaced while the server runs. */
export async function registerStaticFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths) {
    const type = extname(path);
    if (unservedTypes.includes(type)) continue;
    const contentType = contentTypes[type];
    if (contentType === undefined) throw new Error(`${path}: the content type of ${type} is not known`);
    const file = await readStaticFile(path, contentType, paths);
    const url = `/${relative(folder, path).replaceAll('\\', '/')}`;
    // The name of each file in `/assets/` contains a hash of its content, so browsers may cache it without asking
    // again.
    const cacheControl = url.startsWith('/assets/') ? `public, max-age=${yearSeconds}, immutable` : 'no-cache';
    fastify.get(url, (request, reply) => sendFile(file, request, reply.header('cache-control', cacheControl)));
  }
}

async function readStaticFile(path: string, contentType: string, paths: readonly string[]): Promise<StaticFile> {
  const content = await readFile(path);
  const etag = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  const compressed = new Map<Encoding, Buffer>();
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = path + encodings[encoding];
    if (paths.includes(copy)) compressed.set(encoding, await readFile(copy));
  }
  return { content, contentType, etag, compressed };
}

function sendFile(file: StaticFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { content, contentType, compressed } = file;
  const accepted = headers['accept-encoding'] ?? '';
  const encoding = [...compressed.keys()].find((one) => accepted.includes(one));
  // Each encoding is a separate representation and needs its own ETag (RFC 9110, section 8.8.3.3).
  const etag = `"${file.etag}${encoding === undefined ? '' : `-${encoding}`}"`;
  reply.header('etag', etag);
  if (compressed.size > 0) reply.header('vary', 'Accept-Encoding');
  if (headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  const body = encoding === undefined ? content : compressed.get(encoding);
  return reply.type(contentType).send(body);
}
