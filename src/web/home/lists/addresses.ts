/** The addresses of the pages for clients, locations and wards (ROUTE-3 to ROUTE-6). */
import { matchPath } from 'react-router';

export const homePath = '/';
/** The address of the administration. Its pages have routes of their own below this address. */
export const managePath = '/manage';
export const managePattern = `${managePath}/*`;
/** The page for the user's own account at the embedded identity provider. */
export const accountPath = '/account';
/** The page about alerts on the user's phones. */
export const phonesPath = '/phones';

/** Route patterns for the router, with the names of their parameters. */
export const clientPattern = '/client/:clientUuid';
export const locationPattern = `${clientPattern}/location/:locationUuid`;
export const wardPattern = `${locationPattern}/ward/:wardUuid`;
export const walkTestPattern = `${wardPattern}/walk-test`;
/** The history of a room. */
export const roomHistoryPattern = `${wardPattern}/room/:roomUuid/history`;
export const roomNightsPattern = `${wardPattern}/room/:roomUuid/nights`;
export const wardHistoryPattern = `${wardPattern}/history`;
export const handoverPattern = `${wardPattern}/handover`;
export const allWardsPattern = `${locationPattern}/all`;

/** The places in the address of a page. With a location there is always its client, with a ward its location. */
export interface PlaceUuids {
  readonly clientUuid?: string | undefined;
  readonly locationUuid?: string | undefined;
  readonly wardUuid?: string | undefined;
}

export function clientPathOf(clientUuid: string): string {
  return `/client/${encodeURIComponent(clientUuid)}`;
}

export function locationPathOf(clientUuid: string, locationUuid: string): string {
  return `${clientPathOf(clientUuid)}/location/${encodeURIComponent(locationUuid)}`;
}

export function wardPathOf(clientUuid: string, locationUuid: string, wardUuid: string): string {
  return `${locationPathOf(clientUuid, locationUuid)}/ward/${encodeURIComponent(wardUuid)}`;
}

/** The address of the walk test, a page that tests the rooms of a ward one by one. */
export function walkTestPathOf(clientUuid: string, locationUuid: string, wardUuid: string): string {
  return `${wardPathOf(clientUuid, locationUuid, wardUuid)}/walk-test`;
}

/** The address of the history of a ward. */
export function wardHistoryPathOf({ clientUuid = '', locationUuid = '', wardUuid = '' }: PlaceUuids): string {
  return `${wardPathOf(clientUuid, locationUuid, wardUuid)}/history`;
}

/** The address of the handover of a ward. */
export function handoverPathOf({ clientUuid = '', locationUuid = '', wardUuid = '' }: PlaceUuids): string {
  return `${wardPathOf(clientUuid, locationUuid, wardUuid)}/handover`;
}

/** The address of the history of a room. `event`: the time of an event, before which the page opens. */
export function roomHistoryPathOf(
  { clientUuid = '', locationUuid = '', wardUuid = '' }: PlaceUuids,
  roomUuid: string,
  event?: string,
): string {
  const path = `${wardPathOf(clientUuid, locationUuid, wardUuid)}/room/${encodeURIComponent(roomUuid)}/history`;
  return event === undefined ? path : `${path}?event=${encodeURIComponent(event)}`;
}

/** The address of the last nights of a room. */
export function roomNightsPathOf(
  { clientUuid = '', locationUuid = '', wardUuid = '' }: PlaceUuids,
  roomUuid: string,
): string {
  return `${wardPathOf(clientUuid, locationUuid, wardUuid)}/room/${encodeURIComponent(roomUuid)}/nights`;
}

/** The address of the page with the rooms of all wards of a location. */
export function allWardsPathOf(clientUuid: string, locationUuid: string): string {
  return `${locationPathOf(clientUuid, locationUuid)}/all`;
}

/** Reads client, location and ward from the segments of a path (AUTH-3). Empty for any other path. */
export function placeOfPath(pathname: string): PlaceUuids {
  const match =
    matchPath(wardPattern, pathname) ??
    matchPath(walkTestPattern, pathname) ??
    matchPath(roomHistoryPattern, pathname) ??
    matchPath(roomNightsPattern, pathname) ??
    matchPath(wardHistoryPattern, pathname) ??
    matchPath(handoverPattern, pathname) ??
    matchPath(allWardsPattern, pathname) ??
    matchPath(locationPattern, pathname) ??
    matchPath(clientPattern, pathname);
  return match === null ? {} : match.params;
}
