/** What the FHIR interface can do, derived from its endpoints. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { fhirEndpoints } from '../../contract/fhir/fhir-endpoints.ts';
import { fhirContentType, fhirPath } from '../../contract/fhir/fhir-path.ts';

/** The day on which the statement last changed. */
const statementDate = '2026-11-27';

/** The types of search parameters. `_cursor` has none: only the links to further pages use it. */
const parameterTypes: Readonly<Record<string, string>> = {
  _id: 'token',
  _count: 'number',
  partof: 'reference',
  location: 'reference',
  device: 'reference',
  subject: 'reference',
  date: 'date',
};

export function capabilityStatementOf({ version, baseUrl }: { readonly version: string; readonly baseUrl: string }) {
  const searches = Object.values<Endpoint>(fhirEndpoints).filter(({ query }) => query !== undefined);
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: statementDate,
    kind: 'instance',
    software: { name: 'Room Status', version },
    implementation: {
      description: 'Room Status, read-only. Supplementary display; not a medical device.',
      url: `${baseUrl}${fhirPath}`,
    },
    fhirVersion: '4.0.1',
    format: [fhirContentType],
    rest: [
      {
        mode: 'server',
        security: { description: 'The access token of a user as bearer token (OpenID Connect).' },
        resource: searches.map(({ path, summary, query }) => ({
          type: path.slice(`${fhirPath}/`.length),
          documentation: summary,
          interaction: [{ code: 'read' }, { code: 'search-type' }],
          searchParam: Object.keys(query?.shape ?? {}).flatMap((name) => {
            const type = parameterTypes[name];
            return type === undefined ? [] : [{ name, type }];
          }),
        })),
      },
    ],
  };
}
