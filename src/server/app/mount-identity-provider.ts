import type { FastifyInstance } from 'fastify';
import type { IdentityProvider } from '../identity-provider/create-identity-provider.ts';

/** Hands everything beneath /idp to the embedded provider, which reads and answers by itself. */
export async function mountIdentityProvider(
  fastify: FastifyInstance,
  provider: IdentityProvider,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await fastify.register(
    async (scope) => {
      // The body stays unread, whatever its type.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/*', (request, reply) => {
        reply.hijack();
        // The provider's own headers go over these.
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        provider.handle(request.raw, reply.raw);
      });
    },
    { prefix: '/idp' },
  );
}
