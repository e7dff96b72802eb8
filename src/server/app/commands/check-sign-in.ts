/** `check --sign-in`: checks the identity provider, and an access token if there is one. */
import type { GroupRight } from '../../../domain/user.ts';
import type { Finding } from '../../database/maintenance/check-data.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { readAccessFile } from '../../identity/access-file.ts';
import { checkToken } from '../../identity/access-token/check-token.ts';
import { createTokenVerifier } from '../../identity/access-token/verify-token.ts';
import { checkProvider } from '../../identity/external-provider/check-provider.ts';
import { createRemoteIssuer } from '../../identity/external-provider/remote-issuer.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import type { Config } from '../config.ts';

const now = Date.now;

export async function checkSignIn(context: CommandContext): Promise<readonly Finding[]> {
  const config = context.config({ isHomeDefault: true });
  if (config.identity.kind === 'embedded') {
    return [
      {
        what: 'provider',
        verdict: 'ok',
        detail: 'the embedded one, which needs no check. Set OIDC_ISSUER to check another one',
      },
    ];
  }
  const { issuer } = config.identity;
  const environments = config.environments.filter((environment) => environment.issuer === issuer);
  const [environment] = environments;
  if (environment === undefined) {
    return [
      {
        what: 'provider',
        verdict: 'wrong',
        detail: 'no environment in ENVIRONMENTS_FILE has the issuer of OIDC_ISSUER',
      },
    ];
  }
  const { clientId, scope, resource, audienceParameter } = environment;
  const origins = environments.flatMap((other) => other.origins);
  const provider = await checkProvider({ issuer, clientId, scope, resource, audienceParameter, origins, now });
  if (provider.length === 1) return provider;
  return [...provider, ...(await checkPastedToken(context, config, issuer))];
}

async function checkPastedToken(context: CommandContext, config: Config, issuer: string): Promise<readonly Finding[]> {
  const { terminal } = context;
  const pasted = await terminal.askSecret('Paste an access token, or press Enter to skip this: ');
  const token = pasted.trim().replace(/^bearer +/i, '');
  if (token === '') return [{ what: 'token', verdict: 'skipped', detail: 'no access token on stdin' }];
  const log = { warn: (_details: object, message: string) => terminal.remark(message) };
  const { keySet, readUserInfo } = createRemoteIssuer({ issuer, now, log });
  const { audience, groups } = config;
  const verifyToken = createTokenVerifier({ issuer, audience, groups, keySet, readUserInfo, now, log });
  return checkToken(token, { verifyToken, now, ...(await readRights(context, config)) });
}

/** Before the first start of the server there is no database. The token can be verified, but no group has a right. */
async function readRights(context: CommandContext, { accessFile }: Config) {
  try {
    const database = await context.open();
    const scopes = await loadScopes(database);
    return {
      // At its start the server replaces the rights in the database with those of the file.
      rights: accessFile === undefined ? await readGroupRights(database) : await readAccessFile(accessFile),
      describeRight: ({ group, role, scope }: GroupRight) => `${group} is ${role} of ${scopes.pathOf(scope)}`,
    };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    context.terminal.remark(error.message);
    return { rights: [], describeRight: () => '' };
  }
}
