/** Sends requests to push services, and to no address of the own network. */
import { lookup as resolve } from 'node:dns';
import { Agent as HttpAgent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether the server may connect to the host with this name and network address. */
export type IsAllowedAddress = (host: string, address: string) => boolean;

/** The addresses that are none of a public push service (RFC 6890): own networks, multicast, and their IPv6 forms. */
const ownNetworks = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  ::/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8`;

/** `allowed`: names, addresses and networks of PUSH_ALLOWED_HOSTS, besides the public addresses. */
export function createPushAddressCheck(allowed: readonly string[]) {
  const isNetwork = (entry: string) => isIP(entry.split('/', 1)[0] ?? '') !== 0;
  const isInOwnNetwork = proxyAddr.compile(ownNetworks.trim().split(/\s+/));
  const isInAllowed = proxyAddr.compile(allowed.filter(isNetwork));
  const names = new Set(allowed.filter((entry) => !isNetwork(entry)).map((name) => name.toLowerCase()));
  const isNamed = (host: string) => names.has(host.toLowerCase()) || (isIP(host) !== 0 && isInAllowed(host, 0));
  const isAllowedAddress: IsAllowedAddress = (host, address) =>
    isNamed(host) || isInAllowed(address, 0) || !isInOwnNetwork(address, 0);
  return {
    isAllowedAddress,
    /** Whether a subscription may have this address. Only a host that the operator has named may do without TLS. */
    isAllowedEndpoint: (endpoint: string): boolean => {
      if (!URL.canParse(endpoint)) return false;
      const { protocol, hostname, username } = new URL(endpoint);
      const host = withoutBrackets(hostname);
      if (username !== '' || (isIP(host) !== 0 && !isAllowedAddress(host, host))) return false;
      return protocol === 'https:' || (protocol === 'http:' && isNamed(host));
    },
  };
}

function withoutBrackets(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '');
}

interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | null;
}

export interface PushResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface PushConnection {
  /** Resolves to the response. Rejects when there is none within the time limit. */
  readonly post: (request: PushRequest) => Promise<PushResponse>;
  readonly close: () => void;
}

const timeoutMs = 5_000;

export function createPushConnection(isAllowedAddress: IsAllowedAddress): PushConnection {
  const options = { keepAlive: true, maxSockets: 50, lookup: createLookup(isAllowedAddress) };
  const agents = { https: new HttpsAgent(options), http: new HttpAgent(options) };

  function post({ endpoint, headers, body }: PushRequest): Promise<PushResponse> {
    const { protocol, hostname } = new URL(endpoint);
    const host = withoutBrackets(hostname);
    // Node.js looks up no IP address.
    if (isIP(host) !== 0 && !isAllowedAddress(host, host)) return Promise.reject(new ForbiddenAddressError(host));
    const isSecure = protocol === 'https:';
    return new Promise((onResponse, reject) => {
      const send = isSecure ? httpsRequest : httpRequest;
      const agent = isSecure ? agents.https : agents.http;
      const signal = AbortSignal.timeout(timeoutMs);
      const request = send(endpoint, { method: 'POST', headers: { ...headers }, agent, signal }, (response) => {
        // The body says nothing that the status does not, so it is not read into memory.
        response.resume();
        response.on('error', reject);
        onResponse({ status: response.statusCode ?? 0, headers: response.headers });
      });
      request.on('error', reject);
      request.end(body ?? undefined);
    });
  }
  return {
    post,
    close: () => {
      agents.https.destroy();
      agents.http.destroy();
    },
  };
}

class ForbiddenAddressError extends Error {
  constructor(host: string) {
    super(`PUSH_ALLOWED_HOSTS does not allow ${host}`);
    this.name = 'ForbiddenAddressError';
  }
}

/** Resolves a name to its allowed addresses. The connection uses them, so the name cannot change in between. */
function createLookup(isAllowedAddress: IsAllowedAddress): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0);
      const allowed = found.filter(({ address }) => isAllowedAddress(host, address));
      const [first] = allowed;
      if (first === undefined) return done(new ForbiddenAddressError(host), '', 0);
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
}
