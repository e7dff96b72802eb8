/** The connections to push services. Their addresses come from browsers, so they are checked as those of webhooks. */
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { createHostList } from '../shared/host-list.ts';
import { invalidField } from '../shared/invalid-field.ts';
import { hostOf, refusalOfLiteral } from '../shared/outgoing/checked-address.ts';
import { post, type PostRequest } from '../shared/outgoing/post.ts';

export type PushConnection = ReturnType<typeof createPushConnection>;

/** `allowedHosts`: names, addresses and networks of PUSH_ALLOWED_HOSTS, besides the addresses of the internet. */
export function createPushConnection(allowedHosts: readonly string[], now: () => number) {
  const isListed = createHostList(allowedHosts);
  const options = { keepAlive: true, maxSockets: 50 };
  const agents = { http: new Agent(options), https: new TlsAgent(options) };

  /** Only a host that the operator has listed may do without TLS. */
  function isAllowed(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const url = new URL(endpoint);
    const host = hostOf(url);
    const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isListed(host, host));
    return isSecure && url.username === '' && refusalOfLiteral(url, isListed) === undefined;
  }

  return {
    post: (request: PostRequest) => post(request, { isListed, now, agents }),
    /** Throws AppError `invalid-request` if a subscription must not have this address. */
    requireEndpoint: ({ endpoint }: { readonly endpoint: string }): void => {
      if (!isAllowed(endpoint))
        throw invalidField('subscription.endpoint', 'must be the https address of a push service');
    },
    close: (): void => {
      agents.https.destroy();
      agents.http.destroy();
    },
  };
}
