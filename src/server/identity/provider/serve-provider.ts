import type { FastifyInstance } from 'fastify';
import type { IdentityProvider } from './create-identity-provider.ts';

/** Passes every request to the embedded provider, which reads the request and writes the response itself. */
export function serveProvider(
  fastify: FastifyInstance,
  provider: IdentityProvider,
  headers: Readonly<Record<string, string>>,
): void {
  // Removes Fastify's parsers, because oidc-provider parses the body.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  fastify.all('/*', (request, reply) => {
    reply.hijack();
    // Sets the headers of the server first, so that oidc-provider can overwrite them.
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    provider.handle(request.raw, reply.raw);
  });
}
