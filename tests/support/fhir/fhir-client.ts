/** A client of the FHIR interface that expects valid resources. */
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { SmallApp } from '../app/start-small-app.ts';
import { expectFhirResource } from './fhir-schema.ts';

const Reference = z.object({ reference: z.string() });
const Concept = z.object({ coding: z.array(z.object({ system: z.string(), code: z.string() })) });

/** The elements that the tests read. The schema of HL7 checks all others. */
export const Resource = z.object({
  resourceType: z.string(),
  id: z.string(),
  name: z.optional(z.string()),
  status: z.optional(z.string()),
  partOf: z.optional(Reference),
  physicalType: z.optional(Concept),
  valueCodeableConcept: z.optional(Concept),
});

const Bundle = z.object({
  total: z.optional(z.int()),
  link: z.array(z.object({ relation: z.string(), url: z.string() })),
  entry: z.prefault(z.array(z.object({ fullUrl: z.string(), resource: Resource })), []),
});

export type FhirBundle = z.output<typeof Bundle>;

export const resourcesOf = ({ entry }: FhirBundle) => entry.map(({ resource }) => resource);

export function createFhirClient(app: Pick<SmallApp, 'get' | 'token'>) {
  async function fetchResource(path: string, { bearer = app.token, status = 200 } = {}) {
    const response = await app.get(path, bearer);
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
    return expectFhirResource(body);
  }
  return {
    /** Fetches a resource, or the refusal with this HTTP status. */
    fetchResource,
    search: async (path: string, bearer = app.token) => Bundle.parse(await fetchResource(path, { bearer })),
  };
}
