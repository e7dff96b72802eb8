/** The response of a FHIR search: a Bundle of the type searchset. */

export interface Resource {
  readonly resourceType: string;
  readonly id: string;
}

interface Searchset {
  /** The base address of the API. */
  readonly baseUrl: string;
  /** The addresses of this page and of the next one, relative to the base address. */
  readonly self: string;
  readonly next?: string | undefined;
  /** Whether the resources are all that were found. Otherwise their number is not known. */
  readonly isComplete: boolean;
}

export function searchsetOf(resources: readonly Resource[], { baseUrl, self, next, isComplete }: Searchset) {
  const entry = resources.map((resource) => ({
    fullUrl: `${baseUrl}/fhir/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }));
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(isComplete && { total: resources.length }),
    link: [
      { relation: 'self', url: `${baseUrl}${self}` },
      ...(next === undefined ? [] : [{ relation: 'next', url: `${baseUrl}${next}` }]),
    ],
    // An array must not be empty in FHIR.
    ...(entry.length > 0 && { entry }),
  };
}
