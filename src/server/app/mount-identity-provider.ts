import type { FastifyInstance } from 'fastify';
import type { IdentityProvider } from '../identity-provider/create-identity-provider.ts';

/** Passes every request under /idp to the embedded provider, which reads the request and writes the response itself. */
export async function mountIdentityProvider(
  fastify: FastifyInstance,
  provider: IdentityProvider,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await fastify.register(
    async (scope) => {
      // The provider parses the body, so Fastify must not.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/*', (request, reply) => {
        reply.hijack();
        // The provider can overwrite these headers.
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        provider.handle(request.raw, reply.raw);
      });
    },
    { prefix: '/idp' },
  );
}
