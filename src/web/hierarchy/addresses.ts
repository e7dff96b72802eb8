/** The addresses of the hierarchy's pages, spelt here alone (ROUTE-3 to ROUTE-6). */
import { matchPath } from 'react-router';

export const homePath = '/';

/** As the router reads them. */
export const clientPattern = '/client/:clientUuid';
export const locationPattern = `${clientPattern}/location/:locationUuid`;
export const wardPattern = `${locationPattern}/ward/:wardUuid`;

/** Where in the hierarchy a page is: a ward is known with its location, a location with its client. */
export interface Place {
  readonly clientUuid?: string | undefined;
  readonly locationUuid?: string | undefined;
  readonly wardUuid?: string | undefined;
}

export function clientAddress(clientUuid: string): string {
  return `/client/${encodeURIComponent(clientUuid)}`;
}

export function locationAddress(clientUuid: string, locationUuid: string): string {
  return `${clientAddress(clientUuid)}/location/${encodeURIComponent(locationUuid)}`;
}

export function wardAddress(clientUuid: string, locationUuid: string, wardUuid: string): string {
  return `${locationAddress(clientUuid, locationUuid)}/ward/${encodeURIComponent(wardUuid)}`;
}

/** The place of a path: the segments after client, location and ward (AUTH-3). */
export function placeOfPath(pathname: string): Place {
  const match =
    matchPath(wardPattern, pathname) ?? matchPath(locationPattern, pathname) ?? matchPath(clientPattern, pathname);
  return match === null ? {} : match.params;
}
