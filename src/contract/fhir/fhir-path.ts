/** The content type of FHIR resources as JSON (https://hl7.org/fhir/R4/http.html#mime-type). */
export const fhirContentType = 'application/fhir+json';

/** Below the API base address. */
export const fhirPath = '/fhir';
