/** Generates the OpenAPI 3.1 document from the contract. */
import * as z from 'zod/mini';
import type { Access, Endpoint } from '../../../contract/endpoint.ts';
import { allEndpoints } from '../../../contract/all-endpoints.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { AlertEventData, alertEvent, RoomStatusEventData, roomStatusEvent } from '../../../contract/live-events.ts';
import {
  Problem,
  type ProblemCode,
  problemContentType,
  ProblemReason,
  problemStatus,
  tokenRefusals,
} from '../../../contract/problem.ts';
import { AuditEvent, auditEndpoints } from '../../../contract/manage/audit.ts';
import { backupContentType, statusEndpoints } from '../../../contract/manage/status.ts';
import { homeEndpoints } from '../../../contract/manage/home.ts';
import { lineContentType, LineResult, namingOneRoom, Report } from '../../../contract/reports.ts';
import { problemTitles } from '../problem-handler.ts';
import { problemCodesOf } from './problem-codes.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const schemes: Readonly<Record<Access, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  public: [],
  user: [{ accessToken: [] }],
  manager: [{ accessToken: [] }],
  administrator: [{ accessToken: [] }],
  device: [{ deviceKey: [] }],
};

const retryAfter = {
  'retry-after': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
};

export interface OpenApiOptions {
  readonly version: string;
  /** Base address of the API. */
  readonly serverUrl: string;
  readonly issuer: string;
}

/** See https://spec.openapis.org/oas/v3.1.1. */
export function openApiDocument({ version, serverUrl, issuer }: OpenApiOptions) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Room Status',
      version,
      description: 'What is happening in each room of a care home. Supplementary display; not a medical device.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }] as const,
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
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
}

export type Operation = ReturnType<typeof operationOf>;

function operationOf(name: string, endpoint: Endpoint) {
  return {
    operationId: name,
    summary: endpoint.summary,
    security: schemes[endpoint.access],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: !z.safeParse(endpoint.body, undefined).success,
        content: {
          'application/json': { schema: schemaOf(endpoint.body, 'input') },
          ...(endpoint === endpoints.sendReports && lines(Report, 'input')),
        },
      },
    }),
    responses: { 200: answerOf(endpoint), ...refusalsOf(endpoint) },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodMiniObject | undefined) {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, type]) => ({
    name,
    in: place,
    required: !z.safeParse(type, undefined).success,
    schema: schemaOf(type, 'input'),
  }));
}

export interface Answer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly itemSchema?: JsonSchema }>>;
}

function answerOf(endpoint: Endpoint): Answer {
  if (endpoint === endpoints.streamEvents) {
    return {
      description: `Server-sent events named ${roomStatusEvent} and ${alertEvent}. The data of each is a JSON list: the new states of rooms, or all open alerts of rooms.`,
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          itemSchema: { anyOf: [schemaOf(RoomStatusEventData, 'output'), schemaOf(AlertEventData, 'output')] },
        },
      },
    };
  }
  if (endpoint === auditEndpoints.exportAuditEvents) {
    return { description: 'One event on each line.', content: lines(AuditEvent, 'output') };
  }
  if (endpoint === homeEndpoints.exportHome) {
    const text = { schema: { type: 'string' } };
    return { description: 'The file.', content: { 'text/csv': text, 'application/yaml': text } };
  }
  if (endpoint === statusEndpoints.makeBackup) {
    return { description: 'The file.', content: { [backupContentType]: { schema: { type: 'string' } } } };
  }
  const isOfLines = endpoint === endpoints.sendReports;
  return {
    description: isOfLines ? 'OK. Reports sent as NDJSON are answered with one line each, in order.' : 'OK',
    content: {
      'application/json': { schema: schemaOf(endpoint.response, 'output') },
      ...(isOfLines && lines(LineResult, 'output')),
    },
  };
}

/** One JSON value per line (NDJSON), while the connection is open. */
function lines(schema: z.core.$ZodType, io: 'input' | 'output') {
  return { [lineContentType]: { schema: { type: 'string' }, itemSchema: schemaOf(schema, io) } };
}

/** The error responses of an endpoint. */
function refusalsOf(endpoint: Endpoint): Readonly<Record<number, Answer>> {
  return Object.fromEntries(
    problemCodesOf(endpoint).map((code) => [
      problemStatus[code],
      {
        description: problemTitles[code],
        ...(code === 'too-many-requests' && { headers: retryAfter }),
        content: { [problemContentType]: { schema: problemSchema(endpoint, code) } },
      },
    ]),
  );
}

/**
 * When some reports of a list are refused, the problem body contains the result of each report. When somebody else has
 * changed an object, it contains the present state.
 */
function problemSchema(endpoint: Endpoint, code: ProblemCode): JsonSchema {
  const problem = { $ref: '#/components/schemas/Problem' };
  if (code === 'conflict' && endpoint.conflict !== undefined) {
    const current = { current: schemaOf(endpoint.conflict, 'output') };
    return { allOf: [problem, { type: 'object', properties: current, required: ['current'] }] };
  }
  const hasResults =
    (endpoint === endpoints.sendReports || endpoint === endpoints.sendHeartbeat) && code === 'invalid-request';
  return hasResults ? { allOf: [problem, schemaOf(endpoint.response, 'output')] } : problem;
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override: ({ zodSchema, jsonSchema }) => {
      if (namingOneRoom.includes(zodSchema)) jsonSchema.oneOf = [{ required: ['room'] }, { required: ['stream'] }];
      if (zodSchema === ProblemReason) jsonSchema.examples = [...tokenRefusals];
    },
  });
  return rest;
}
