/** The calls of the product, for every page: one client, made in app/, handed down by React. */
import { createContext, use } from 'react';
import type { CallEndpoint } from './call-endpoint.ts';

export interface ApiClient {
  /** Address the paths of the contract are appended to, without a slash at its end. */
  readonly baseUrl: string;
  /** Makes a call. Rejects with an `ApiError` for a refusal, or with what failed after all maxAttempts. */
  readonly call: CallEndpoint;
  /** A token that is still valid, renewed if need be. Rejects when nobody is signed in. */
  accessToken(): Promise<string>;
  /** To be told when the server answers 401 to this token: renews it, or leads to the login. */
  replaceRejectedToken(token: string): Promise<void>;
}

const ApiContext = createContext<ApiClient | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (api === undefined) throw new Error('useApi needs an ApiProvider above it');
  return api;
}
