/** Serves the API's description without authentication: /openapi.json for programs, /docs for people. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { serverFileOf } from '../../shared/server-files.ts';
import { plainPagePolicy } from '../site/security-headers.ts';
import type { OpenApiOptions } from './openapi.ts';

/**
 * Registers both routes below the API's base address. The document is generated at the first request, because on most
 * servers nobody requests it.
 */
export function registerOpenApi(fastify: FastifyInstance, options: OpenApiOptions): void {
  let description: ReturnType<typeof describeApi> | undefined;
  const describe = () => (description ??= describeApi(options));
  fastify.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').send((await describe()).document),
  );
  fastify.get('/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(serverFileOf('http/openapi/openapi-page.css'), 'utf8')),
  );
  fastify.get('/docs', async (_request, reply) => {
    const { page } = await describe();
    return reply.header('content-security-policy', plainPagePolicy).type('text/html; charset=utf-8').send(page);
  });
}

async function describeApi(options: OpenApiOptions) {
  const { createOpenApiDocument } = await import('./openapi.ts');
  const { renderOpenApiPage } = await import('./openapi-page.ts');
  const document = createOpenApiDocument(options);
  return { document: JSON.stringify(document), page: renderOpenApiPage(document) };
}
