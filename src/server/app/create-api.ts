import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createSignInRecorder } from '../audit/external-sign-ins.ts';
import type { ViewRecorder } from '../audit/views.ts';
import type { ApiServer } from '../http/api-server.ts';
import { registerChangeOutcomeRoutes } from '../http/change-outcomes/change-outcome-routes.ts';
import { createChangeOutcomes } from '../http/change-outcomes/change-outcomes.ts';
import { decorateClientAddress } from '../http/client-address.ts';
import { registerProblemHandlers } from '../http/problem-handler.ts';
import { allowOrigins } from '../http/site/cross-origin.ts';
import { plainPagePolicy } from '../http/site/security-headers.ts';
import { type AuthenticateUser, createManagerAuthenticators } from '../rights/manager.ts';
import type { WallBoardAuthenticator } from '../wall-boards/wall-board-authenticator.ts';
import type { AppDependencies } from './app-dependencies.ts';

type ApiDependencies = Pick<
  AppDependencies,
  'devices' | 'environments' | 'publicUrl' | 'addressOf' | 'authenticator' | 'provider' | 'database' | 'now'
>;

/** Creates the API: headers, CORS, problem bodies, the authentication of callers, the outcomes of changes. */
export function createApi(
  fastify: FastifyInstance,
  dependencies: ApiDependencies,
  views: Pick<ViewRecorder, 'record'>,
  wallBoards: Pick<WallBoardAuthenticator, 'authenticateUserOr'>,
): ApiServer {
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

  const authenticate = wallBoards.authenticateUserOr(authenticateUsers(dependencies, fastify.log));
  const api: ApiServer = {
    fastify,
    recordView: views.record,
    authenticators: {
      public: async () => null,
      user: authenticate,
      ...createManagerAuthenticators(authenticate),
      device: devices.authenticateHeader,
    },
    outcomes: createChangeOutcomes(dependencies),
  };
  registerChangeOutcomeRoutes(api);
  return api;
}

/** Authenticates users, and records sign-ins at an external provider. The embedded provider records its own. */
function authenticateUsers(
  { authenticator, provider, database, now }: ApiDependencies,
  log: FastifyBaseLogger,
): AuthenticateUser {
  if (provider !== undefined) return authenticator.authenticate;
  const recordSignIn = createSignInRecorder({ database, now, log });
  return async (authorization, request) => {
    const caller = await authenticator.authenticate(authorization);
    await recordSignIn(caller, request);
    return caller;
  };
}
