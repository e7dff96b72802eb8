/**
 * An external identity provider with its own process, key, audience and claim for groups. external-provider.ts starts
 * it with its settings as JSON. It sends its issuer to the parent process.
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import * as z from 'zod/mini';

const Settings = z.object({
  clientId: z.string(),
  audience: z.string(),
  rolesClaim: z.string(),
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  /** The roles of each login. Any password is accepted. */
  roles: z.record(z.string(), z.array(z.string())),
});
const settings = Settings.parse(JSON.parse(process.argv[2] ?? '{}'));

const server = createServer((request, response) => void provider.callback()(request, response));
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the server has no port');
const issuer = `http://127.0.0.1:${address.port}`;
const rolesOf = (login: string) => ({ [settings.rolesClaim]: settings.roles[login] ?? [] });

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: settings.clientId,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: settings.redirectUris,
      post_logout_redirect_uris: settings.postLogoutRedirectUris,
    },
  ],
  scopes: ['openid', 'email', 'groups'],
  claims: { email: ['email'], groups: [settings.rolesClaim] },
  conformIdTokenClaims: false,
  issueRefreshToken: () => true,
  features: {
    resourceIndicators: {
      enabled: true,
      defaultResource: () => settings.audience,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ scope: '', audience: settings.audience, accessTokenFormat: 'jwt' }),
    },
  },
  findAccount: (_ctx, login) => ({
    accountId: login,
    claims: () => ({ sub: login, email: `${login}@other.example`, ...rolesOf(login) }),
  }),
  extraTokenClaims: async (_ctx, token) => (token.kind === 'AccessToken' ? rolesOf(token.accountId) : undefined),
});

// Ends this process when its parent dies.
process.on('disconnect', () => process.exit(0));
process.send?.({ issuer });
