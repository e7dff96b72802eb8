/** The read-only FHIR R4 interface. A search that names what the caller may not see finds nothing. */
import type { FastifyRequest } from 'fastify';
import { fhirEndpoints } from '../../contract/fhir/fhir-endpoints.ts';
import { findAlert } from '../alerts/alert-queries.ts';
import { findRoom } from '../audit/named-room.ts';
import type { ViewRecorder } from '../audit/views.ts';
import type { Database } from '../database/database.ts';
import { readAlertHistory, readAlerts } from '../history/alert-log.ts';
import { readShownEntry } from '../history/room-log.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { type Resource, searchsetOf } from './bundle.ts';
import { capabilityStatementOf } from './capability-statement.ts';
import { deviceOf, readSensors } from './device.ts';
import { flagOf } from './flag.ts';
import { locationOf, readPlaces } from './location.ts';
import { observationOf } from './observation.ts';
import { readObservationPage } from './observation-page.ts';
import { timeSpanOf, uuidOf } from './search-values.ts';

interface FhirRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly views: Pick<ViewRecorder, 'recordRoom'>;
  readonly now: () => number;
  readonly version: string;
  /** The base address of the API. */
  readonly baseUrl: string;
}

export function registerFhirRoutes(api: ApiServer, options: FhirRoutesOptions): void {
  const metadata = capabilityStatementOf(options);
  serveEndpoint(api, fhirEndpoints.getFhirMetadata, async () => metadata);
  registerLocationRoutes(api, options);
  registerDeviceRoutes(api, options);
  registerObservationRoutes(api, options);
  registerFlagRoutes(api, options);
}

function registerLocationRoutes(api: ApiServer, { database: { query: db }, baseUrl }: FhirRoutesOptions): void {
  serveEndpoint(api, fhirEndpoints.readFhirLocation, async ({ caller, params }) => {
    const [place] = await readPlaces(db, caller.user.scopes, { uuid: params.id.toLowerCase() });
    return locationOf(requireFound(place));
  });

  serveEndpoint(api, fhirEndpoints.searchFhirLocations, async ({ caller, query, request }) => {
    const { _id: uuid, partof } = query;
    const places = await readPlaces(db, caller.user.scopes, {
      uuid: uuid?.toLowerCase(),
      parent: partof === undefined ? undefined : uuidOf(partof),
    });
    return completeSearchsetOf(places.map(locationOf), baseUrl, request);
  });
}

function registerDeviceRoutes(api: ApiServer, { database: { query: db }, baseUrl }: FhirRoutesOptions): void {
  serveEndpoint(api, fhirEndpoints.readFhirDevice, async ({ caller, params }) => {
    const [sensor] = await readSensors(db, caller.user.scopes, [params.id.toLowerCase()]);
    return deviceOf(requireFound(sensor));
  });

  serveEndpoint(api, fhirEndpoints.searchFhirDevices, async ({ caller, query, request }) => {
    const { _id: uuid, location } = query;
    const rooms = [uuid, location].flatMap((named) => (named === undefined ? [] : [uuidOf(named)]));
    const sensors = await readSensors(db, caller.user.scopes, rooms);
    return completeSearchsetOf(sensors.map(deviceOf), baseUrl, request);
  });
}

function registerObservationRoutes(api: ApiServer, options: FhirRoutesOptions): void {
  const { views, now, baseUrl } = options;
  const { query: db } = options.database;

  serveEndpoint(api, fhirEndpoints.readFhirObservation, async ({ caller, params, request }) => {
    const [uuid = '', sequence] = params.id.toLowerCase().split('.');
    const room = requireFound(await findRoom(db, caller.user.scopes, uuid));
    const entry = requireFound(await readShownEntry(db, room.uuid, Number(sequence)));
    views.recordRoom(caller, request, room);
    return observationOf(entry);
  });

  serveEndpoint(api, fhirEndpoints.searchFhirObservations, async ({ caller, query, request }) => {
    const page = await readObservationPage(db, caller.user.scopes, query, now());
    if (page.room !== undefined) views.recordRoom(caller, request, page.room);
    const { next, isComplete } = page;
    return searchsetOf(page.entries.map(observationOf), { baseUrl, self: pathOf(request), next, isComplete });
  });
}

function registerFlagRoutes(api: ApiServer, options: FhirRoutesOptions): void {
  const { views, now, baseUrl } = options;
  const { query: db } = options.database;

  serveEndpoint(api, fhirEndpoints.readFhirFlag, async ({ caller, params, request }) => {
    const uuid = params.id.toLowerCase();
    const { room } = requireFound(await findAlert(db, caller.user.scopes, uuid));
    const alert = requireFound(await readAlertHistory(db, uuid));
    views.recordRoom(caller, request, room);
    return flagOf(alert);
  });

  serveEndpoint(api, fhirEndpoints.searchFhirFlags, async ({ caller, query, request }) => {
    const span = timeSpanOf(query.date, now());
    const room = await findRoom(db, caller.user.scopes, uuidOf(query.subject));
    const alerts = room === undefined ? [] : await readAlerts(db, [room.uuid], span);
    if (room !== undefined) views.recordRoom(caller, request, room);
    return completeSearchsetOf(alerts.map(flagOf), baseUrl, request);
  });
}

function completeSearchsetOf(resources: readonly Resource[], baseUrl: string, request: FastifyRequest) {
  return searchsetOf(resources, { baseUrl, self: pathOf(request), isComplete: true });
}

/** The address of a request relative to the base address of the API. */
function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^\/api/, '');
}
