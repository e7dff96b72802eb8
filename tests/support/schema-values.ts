/** Random input of the form that a JSON schema describes, in which any part may be replaced by something strange. */
import fc from 'fast-check';
import * as z from 'zod/mini';

/** The keywords of the schemas of the contract. */
const Schema = z.object({
  type: z.optional(z.string()),
  const: z.optional(z.unknown()),
  pattern: z.optional(z.string()),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(z.unknown()),
  propertyNames: z.optional(z.unknown()),
  items: z.optional(z.unknown()),
  minItems: z.optional(z.number()),
});

interface Parts {
  /** Texts that mean something to the server, such as uuids. */
  readonly texts: readonly string[];
  /** What may stand in the place of any part. */
  readonly strange: fc.Arbitrary<unknown>;
}

export function valuesOf(schema: unknown, parts: Parts): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 40, arbitrary: plainValuesOf(Schema.parse(schema), parts) },
    { weight: 1, arbitrary: parts.strange },
  );
}

function plainValuesOf(schema: z.infer<typeof Schema>, parts: Parts): fc.Arbitrary<unknown> {
  const { type, anyOf, oneOf, allOf, items, minItems = 0 } = schema;
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valuesOf(one, parts)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (type) {
    case 'object':
      return objectsOf(schema, parts);
    case 'array':
      return fc.array(valuesOf(items ?? {}, parts), { minLength: minItems, maxLength: minItems + 3 });
    case 'string':
      return textsOf(schema, parts);
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** Texts that the pattern of the schema accepts, where there are any. */
function textsOf({ pattern, format }: z.infer<typeof Schema>, { texts }: Parts): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toJSON());
  if (pattern === undefined) return fc.oneof(fc.constantFrom(...texts), fc.string());
  const accepted = texts.filter((text) => new RegExp(pattern, 'u').test(text));
  return accepted.length === 0 ? fc.string() : fc.constantFrom(...accepted);
}

function objectsOf({ properties = {}, required = [], ...schema }: z.infer<typeof Schema>, parts: Parts) {
  const fields = Object.entries(properties).map(([name, one]) => [name, valuesOf(one, parts)] as const);
  const named = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  const { additionalProperties: more, propertyNames } = schema;
  if (typeof more !== 'object' || more === null) return named;
  const names =
    propertyNames === undefined ? fc.string() : plainValuesOf(Schema.parse(propertyNames), parts).map(String);
  return fc.tuple(named, fc.dictionary(names, valuesOf(more, parts), { maxKeys: 3 })).map(([a, b]) => ({ ...b, ...a }));
}
