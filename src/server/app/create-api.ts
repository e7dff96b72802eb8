import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createExternalSignIns } from '../audit/external-sign-ins.ts';
import type { ApiServer } from '../http/api-server.ts';
import { decorateClientAddress } from '../http/client-address.ts';
import { registerProblemHandlers } from '../http/problem-handler.ts';
import { allowOrigins } from '../http/site/cross-origin.ts';
import { plainPagePolicy } from '../http/site/security-headers.ts';
import { type AuthenticateUser, managerAuthenticators } from '../rights/manager.ts';
import type { AppDependencies } from './app-dependencies.ts';

type ApiDependencies = Pick<
  AppDependencies,
  'devices' | 'environments' | 'publicUrl' | 'addressOf' | 'authenticator' | 'provider' | 'database' | 'now'
>;

/** Prepares the scope of the API: headers, other origins, problem bodies, and the authentication of callers. */
export function createApi(fastify: FastifyInstance, dependencies: ApiDependencies): ApiServer {
  const { devices, environments, publicUrl } = dependencies;
  decorateClientAddress(fastify, dependencies.addressOf);
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': plainPagePolicy });
    done();
  });
  allowOrigins(
    fastify,
    environments.flatMap(({ origins }) => origins).filter((origin) => origin !== publicUrl),
  );
  registerProblemHandlers(fastify);

  const authenticate = authenticateUsers(dependencies, fastify.log);
  return {
    fastify,
    authenticators: {
      public: async () => null,
      user: authenticate,
      ...managerAuthenticators(authenticate),
      device: devices.authenticateHeader,
    },
  };
}

/** The embedded provider records its sign-ins itself. */
function authenticateUsers(
  { authenticator, provider, database, now }: ApiDependencies,
  log: FastifyBaseLogger,
): AuthenticateUser {
  if (provider !== undefined) return authenticator.authenticate;
  const recordSignIn = createExternalSignIns({ database, now, log });
  return async (authorization, request) => {
    const caller = await authenticator.authenticate(authorization);
    await recordSignIn(caller, request);
    return caller;
  };
}
