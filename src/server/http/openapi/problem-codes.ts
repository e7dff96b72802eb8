import type { Endpoint } from '../../../contract/endpoint.ts';
import type { ProblemCode } from '../../../contract/problem.ts';

/**
 * The problem codes of an endpoint: they follow from its access, parameters, query and body, and from the codes that it
 * declares.
 */
export function problemCodesOf({ access, params, query, body, conflict, outcome, reach, refusals = [] }: Endpoint) {
  const isFound = params !== undefined || query !== undefined || reach === 'named';
  const codes: readonly ProblemCode[] = [
    ...codesOfAccess[access],
    ...refusals,
    ...((conflict ?? outcome) ? (['conflict'] as const) : []),
    ...(isFound ? (['not-found'] as const) : []),
    ...((params ?? query ?? body) ? (['invalid-request'] as const) : []),
    ...(body ? (['malformed-json', 'too-large', 'unsupported-media-type'] as const) : []),
    'internal',
  ];
  return codes;
}

const codesOfAccess: Readonly<Record<Endpoint['access'], readonly ProblemCode[]>> = {
  public: [],
  user: ['unauthenticated', 'unavailable', 'forbidden'],
  manager: ['unauthenticated', 'unavailable', 'forbidden'],
  administrator: ['unauthenticated', 'unavailable', 'forbidden'],
  'administrator-of-everything': ['unauthenticated', 'unavailable', 'forbidden'],
  device: ['unauthenticated', 'unavailable', 'too-many-requests'],
};
