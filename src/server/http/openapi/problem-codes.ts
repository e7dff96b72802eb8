import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { setUpEndpoints } from '../../../contract/manage/set-up.ts';
import type { ProblemCode } from '../../../contract/problem.ts';

/** The problems of an endpoint. Its access and whether it takes parameters, a query or a body decide which ones. */
export function problemCodesOf(endpoint: Endpoint): readonly ProblemCode[] {
  const { params, query, body, conflict } = endpoint;
  return [
    ...codesOfAccess(endpoint),
    ...(endpoint === endpoints.reportBoard ? (['too-many-requests'] as const) : []),
    ...(conflict ? (['conflict'] as const) : []),
    ...((params ?? query) ? (['not-found'] as const) : []),
    ...((params ?? query ?? body) ? (['invalid-request'] as const) : []),
    ...(body ? (['malformed-json', 'too-large', 'unsupported-media-type'] as const) : []),
    'internal',
  ];
}

function codesOfAccess(endpoint: Endpoint): readonly ProblemCode[] {
  const codes = needsSetupCode(endpoint) ? (['forbidden', 'too-many-requests'] as const) : [];
  switch (endpoint.access) {
    case 'public':
      return codes;
    case 'user':
      return ['unauthenticated', 'unavailable', ...codes];
    case 'manager':
    case 'administrator':
      return ['unauthenticated', 'unavailable', 'forbidden'];
    case 'device':
      return ['unauthenticated', 'unavailable', 'too-many-requests'];
  }
}

/** The calls of the first set-up that make somebody administrator. */
function needsSetupCode(endpoint: Endpoint): boolean {
  const { checkSetupCode, createFirstAccount, becomeAdministrator } = setUpEndpoints;
  return [checkSetupCode, createFirstAccount, becomeAdministrator].some((one) => one === endpoint);
}
