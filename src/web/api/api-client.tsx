/** Provides the API client to React components. */
import { createContext, use } from 'react';
import type { CallEndpoint } from './call-endpoint.ts';

export interface ApiClient {
  /** The base address of the API, without a slash at its end. The paths of the contract are appended to it. */
  readonly baseUrl: string;
  /** Calls an endpoint. Rejects with an `ApiError` for an error status, otherwise with the last failure. */
  readonly call: CallEndpoint;
  /** Resolves to a valid access token, renewed if needed. Rejects when nobody is signed in. */
  accessToken(): Promise<string>;
  /** Call it when the server refuses this token with 401. Renews the token or shows the login. */
  replaceRejectedToken(token: string, cause: string | undefined): Promise<void>;
  /** Call it when the server has accepted this token. */
  tokenAccepted(token: string): void;
}

const ApiContext = createContext<ApiClient | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (api === undefined) throw new Error('useApi needs an ApiProvider above it');
  return api;
}
