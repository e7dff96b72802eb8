/** The read-only FHIR R4 interface (https://hl7.org/fhir/R4/): rooms, devices, statuses and alerts for other systems. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

/** The maximum length of the time span of one search, in days. */
export const maxFhirDays = 31;

export const defaultFhirPageSize = 100;
export const maxFhirPageSize = 1000;

/**
 * Any FHIR resource. It is not described here in more detail: HL7 publishes the schemas, and the tests validate each
 * resource against them.
 */
const FhirResource = z.looseObject({ resourceType: z.string() });

/** A uuid, or a reference such as `Location/<uuid>`. */
const referenceTo = (type: string) =>
  z.string().check(z.refine((text) => Uuid.safeParse(text.replace(`${type}/`, '')).success, `must be ${type}/<uuid>`));

const SearchDate = z
  .string()
  .check(
    z.refine(
      (text) => z.iso.datetime({ offset: true }).safeParse(text.replace(/^(ge|lt)/, '')).success && /^[gl]/.test(text),
      'must be ge or lt and a time with its time zone, such as ge2026-03-01T20:00:00Z',
    ),
  );

/** One time, or its beginning and its end as two values of the same parameter. */
const SearchDates = z.union([SearchDate, z.array(SearchDate).check(z.maxLength(2))]);

const WholeNumber = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

/** An observation is an entry of the report log: the uuid of the room, and the number of the entry. */
const ObservationId = z.string().check(z.regex(/^[\da-fA-F-]{36}\.\d{1,15}$/));

const byId = z.object({ id: Uuid });
const read = { method: 'GET', access: 'user', reach: 'named', response: FhirResource, format: 'fhir' } as const;
const search = { method: 'GET', access: 'user', reach: 'scopes', response: FhirResource, format: 'fhir' } as const;

export const fhirEndpoints = {
  getFhirMetadata: {
    method: 'GET',
    path: '/fhir/metadata',
    access: 'public',
    summary: 'The CapabilityStatement of the FHIR R4 interface',
    response: FhirResource,
    format: 'fhir',
  },
  readFhirLocation: {
    ...read,
    path: '/fhir/Location/{id}',
    summary: 'A client, location, ward or room as FHIR Location',
    params: byId,
  },
  searchFhirLocations: {
    ...search,
    path: '/fhir/Location',
    summary: 'The clients, locations, wards and rooms that the caller may see, as FHIR Locations',
    query: z.strictObject({ _id: z.optional(Uuid), partof: z.optional(referenceTo('Location')) }),
  },
  readFhirDevice: {
    ...read,
    path: '/fhir/Device/{id}',
    summary: 'The sensor of a room as FHIR Device',
    params: byId,
  },
  searchFhirDevices: {
    ...search,
    path: '/fhir/Device',
    summary: 'The sensors of the rooms that the caller may see, as FHIR Devices',
    query: z.strictObject({ _id: z.optional(Uuid), location: z.optional(referenceTo('Location')) }),
  },
  readFhirObservation: {
    ...read,
    path: '/fhir/Observation/{id}',
    summary: 'A status that a room showed, as FHIR Observation',
    params: z.object({ id: ObservationId }),
  },
  searchFhirObservations: {
    ...search,
    path: '/fhir/Observation',
    summary: `The statuses that a room showed, as FHIR Observations. At most ${maxFhirDays} days at once`,
    query: z.strictObject({
      device: z.optional(referenceTo('Device')),
      subject: z.optional(referenceTo('Location')),
      date: SearchDates,
      /** The maximum number of resources of a page. A greater number than the server allows is lowered. */
      _count: z.optional(WholeNumber),
      /** Set by the link to the next page. */
      _cursor: z.optional(WholeNumber),
    }),
  },
  readFhirFlag: {
    ...read,
    path: '/fhir/Flag/{id}',
    summary: 'An alert as FHIR Flag',
    params: byId,
  },
  searchFhirFlags: {
    ...search,
    path: '/fhir/Flag',
    summary: `The alerts of a room that were open in a time span, as FHIR Flags. At most ${maxFhirDays} days at once`,
    query: z.strictObject({ subject: referenceTo('Location'), date: SearchDates }),
  },
} as const satisfies Record<string, Endpoint>;
