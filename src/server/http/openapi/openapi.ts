/** Generates the OpenAPI document from the contract. */
import * as z from 'zod/mini';
import { allEndpoints } from '../../../contract/all-endpoints.ts';
import { fhirContentType } from '../../../contract/fhir/fhir-path.ts';
import type { EndpointAccess, Endpoint } from '../../../contract/endpoint.ts';
import { Problem, type ProblemCode, problemContentType, problemStatuses } from '../../../contract/problem.ts';
import { ndjsonContentType } from '../../../contract/intake/reports.ts';
import { Uuid } from '../../../contract/uuid.ts';
import { problemTitles } from '../problem-handler.ts';
import { createComponentSchemas, type JsonSchema } from './component-schemas.ts';
import { problemCodesOf } from './problem-codes.ts';

const schemes: Readonly<Record<EndpointAccess, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  public: [],
  user: [{ accessToken: [] }],
  manager: [{ accessToken: [] }],
  administrator: [{ accessToken: [] }],
  'administrator-of-everything': [{ accessToken: [] }],
  device: [{ deviceKey: [] }],
};

export interface OpenApiOptions {
  readonly version: string;
  /** The base address of the API. */
  readonly serverUrl: string;
  readonly issuer: string;
}

export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>;

/**
 * See https://spec.openapis.org/oas/v3.1.1. NOTE: version 3.2 could describe each line of a text with `itemSchema`, but
 * most generators and validators cannot read version 3.2 yet.
 */
export function createOpenApiDocument({ version, serverUrl, issuer }: OpenApiOptions) {
  const { components, schemaOf } = createComponentSchemas();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
    const operation = operationOf(name, endpoint, schemaOf);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  const problem = schemaOf(Problem, 'output');
  const codes = new Set(Object.values<Endpoint>(allEndpoints).flatMap(problemCodesOf));
  const tags = new Set(Object.values<Endpoint>(allEndpoints).map(tagOf));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Room Status',
      version,
      description: 'What is happening in each room of a care home. Supplementary display; not a medical device.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }] as const,
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'openIdConnect',
          openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
          description: 'Access token of a signed-in person, as a bearer token.',
        },
        deviceKey: { type: 'http', scheme: 'bearer', description: 'Key of a device, as a bearer token.' },
      },
      responses: Object.fromEntries(Array.from(codes, (code) => [code, problemResponse(code, problem)])),
      schemas: components,
    },
  };
}

type SchemaOf = ReturnType<typeof createComponentSchemas>['schemaOf'];

export type OpenApiOperation = ReturnType<typeof operationOf>;

/** The tag of an endpoint: `rules` for `/manage/rules/preview`, `streams` for `/streams/{id}/pause`. */
function tagOf({ path }: Endpoint): string {
  const [, first = '', second = ''] = path.split('/');
  return first === 'manage' ? second : first;
}

function operationOf(name: string, endpoint: Endpoint, schemaOf: SchemaOf) {
  const { access, summary, params, query, body, lines, outcome } = endpoint;
  return {
    operationId: name,
    summary,
    tags: [tagOf(endpoint)],
    security: schemes[access],
    parameters: [
      ...parametersOf('path', params, schemaOf),
      ...parametersOf('query', query, schemaOf),
      ...(outcome === undefined ? [] : [idempotencyKey(schemaOf)]),
    ],
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: {
          'application/json': { schema: schemaOf(body, 'input') },
          ...(lines && { [ndjsonContentType]: { schema: textSchemaOf(schemaOf(lines.body, 'input')) } }),
        },
      },
    }),
    responses: { 200: responseOf(endpoint, schemaOf), ...refusalsOf(endpoint, schemaOf) },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodMiniObject | undefined, schemaOf: SchemaOf) {
  return Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: !z.safeParse(type, undefined).success,
    schema: schemaOf(type, 'input'),
  }));
}

function idempotencyKey(schemaOf: SchemaOf) {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A uuid of your choice. With it you can ask for the outcome of the change if its answer is lost.',
    schema: schemaOf(Uuid, 'input'),
  };
}

interface Reference {
  readonly $ref: string;
}

interface ResponseObject {
  readonly description: string;
  readonly headers?: JsonSchema;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** The schema of a text response that consists of JSON lines or of events with JSON data. */
function textSchemaOf(items: JsonSchema | undefined): JsonSchema {
  return { type: 'string', ...(items && { contentMediaType: 'application/json', contentSchema: items }) };
}

function responseOf({ response, textAnswer, lines, format }: Endpoint, schemaOf: SchemaOf): ResponseObject {
  if (textAnswer !== undefined) {
    const { contentTypes, description, items } = textAnswer;
    const schema = textSchemaOf(items && schemaOf(items, 'output'));
    return { description, content: Object.fromEntries(contentTypes.map((type) => [type, { schema }])) };
  }
  return {
    description: lines ? 'OK. What is sent as NDJSON is answered with one line each, in order.' : 'OK',
    content: {
      [format === 'fhir' ? fhirContentType : 'application/json']: { schema: schemaOf(response, 'output') },
      ...(lines && { [ndjsonContentType]: { schema: textSchemaOf(schemaOf(lines.answer, 'output')) } }),
    },
  };
}

const retryAfter = {
  'retry-after': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
};

function isLimit(code: ProblemCode): boolean {
  return code === 'too-many-requests' || code === 'unavailable';
}

function problemResponse(code: ProblemCode, schema: JsonSchema, contentType = problemContentType): ResponseObject {
  return {
    description: problemTitles[code],
    ...(isLimit(code) && { headers: retryAfter }),
    content: { [contentType]: { schema } },
  };
}

/** The refusals of an endpoint by HTTP status, as references unless the problem body has further members. */
function refusalsOf(endpoint: Endpoint, schemaOf: SchemaOf): Readonly<Record<number, ResponseObject | Reference>> {
  return Object.fromEntries(
    problemCodesOf(endpoint).map((code) => {
      if (endpoint.format === 'fhir') {
        const outcome = schemaOf(endpoint.response, 'output');
        return [problemStatuses[code], problemResponse(code, outcome, fhirContentType)];
      }
      const members = membersOf(endpoint, code, schemaOf);
      const answer =
        members === undefined
          ? { $ref: `#/components/responses/${code}` }
          : problemResponse(code, { allOf: [schemaOf(Problem, 'output'), members] });
      return [problemStatuses[code], answer];
    }),
  );
}

/** A `conflict` contains the stored object as a further member. */
function membersOf(endpoint: Endpoint, code: ProblemCode, schemaOf: SchemaOf): JsonSchema | undefined {
  const { conflict, hasResultsWhenRefused, response } = endpoint;
  if (code === 'conflict' && conflict !== undefined) {
    return { type: 'object', properties: { current: schemaOf(conflict, 'output') }, required: ['current'] };
  }
  return code === 'invalid-request' && hasResultsWhenRefused ? schemaOf(response, 'output') : undefined;
}
