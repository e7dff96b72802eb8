/** Serves the API's description without authentication: /openapi.json for programs, /docs for people. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { serverFile } from '../../shared/server-files.ts';
import { openApiDocument, type OpenApiOptions } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import { plainPagePolicy } from '../site/security-headers.ts';

/** Registers below the API's base address. */
export async function registerOpenApi(fastify: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const document = openApiDocument(options);
  const page = openApiPage(document);
  const style = await readFile(serverFile('http/openapi/openapi-page.css'), 'utf8');
  fastify.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
  fastify.get('/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  fastify.get('/docs', (_request, reply) =>
    reply.header('content-security-policy', plainPagePolicy).type('text/html; charset=utf-8').send(page),
  );
}
