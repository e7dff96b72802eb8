/** Every call of the API, for the OpenAPI document and for tests of all calls. */
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { manageEndpoints } from './manage/manage-endpoints.ts';
import { meEndpoints } from './me.ts';
import { ownAccountEndpoints } from './own-account.ts';

export const allEndpoints = {
  ...endpoints,
  ...meEndpoints,
  ...manageEndpoints,
  ...ownAccountEndpoints,
} as const satisfies Record<string, Endpoint>;
