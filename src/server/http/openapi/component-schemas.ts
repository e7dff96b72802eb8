/** The JSON schemas of the contract. Those with a name become components of the OpenAPI document. */
import * as z from 'zod/mini';
import * as alerts from '../../../contract/alerts/alerts.ts';
import * as boards from '../../../contract/board/boards.ts';
import * as entities from '../../../contract/home/entities.ts';
import * as liveEvents from '../../../contract/board/live-events.ts';
import * as alias from '../../../contract/home/alias.ts';
import * as audit from '../../../contract/audit/audit.ts';
import * as equipment from '../../../contract/equipment/equipment.ts';
import * as fields from '../../../contract/fields.ts';
import * as groups from '../../../contract/people/groups.ts';
import * as homeFile from '../../../contract/home/home-file.ts';
import * as homeNode from '../../../contract/home/home-node.ts';
import * as people from '../../../contract/people/people.ts';
import * as places from '../../../contract/home/places.ts';
import * as rooms from '../../../contract/home/rooms.ts';
import * as rules from '../../../contract/rules/rules.ts';
import * as setUp from '../../../contract/identity/set-up.ts';
import * as status from '../../../contract/status/status.ts';
import * as version from '../../../contract/version.ts';
import * as placeRules from '../../../contract/rules/place-rules.ts';
import * as ingestRules from '../../../contract/rules/ingest-rules.ts';
import * as problem from '../../../contract/problem.ts';
import * as reports from '../../../contract/intake/reports.ts';
import * as scope from '../../../contract/scope.ts';
import * as unknownRoomAlerts from '../../../contract/alerts/unknown-room-alerts.ts';
import * as uuid from '../../../contract/uuid.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const modules: readonly Readonly<Record<string, unknown>>[] = [
  alerts,
  alias,
  audit,
  boards,
  entities,
  equipment,
  fields,
  groups,
  homeFile,
  homeNode,
  ingestRules,
  liveEvents,
  people,
  placeRules,
  places,
  problem,
  reports,
  rooms,
  rules,
  scope,
  setUp,
  status,
  unknownRoomAlerts,
  uuid,
  version,
];

/** Schemas of requests and responses can differ, for example in values with a default. */
type Direction = 'input' | 'output';

/**
 * Creates a generator of JSON schemas. `schemaOf` returns references to the schemas that have a name, and adds these to
 * `components`.
 */
export function createComponentSchemas() {
  const names = z.registry<{ id: string }>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (value instanceof z.core.$ZodType) names.add(value, { id: name });
  }
  const definitions = {
    input: z.toJSONSchema(names, { ...options, io: 'input', uri: uriOf }).schemas,
    output: z.toJSONSchema(names, { ...options, io: 'output', uri: uriOf }).schemas,
  };
  const differing = differingNames(definitions);
  const components: Record<string, JsonSchema> = {};

  function schemaOf(schema: z.core.$ZodType, direction: Direction): JsonSchema {
    const converted = z.toJSONSchema(schema, { ...options, metadata: names, io: direction });
    const { $schema: _, $defs = {}, ...root } = converted;
    for (const [name, definition] of Object.entries($defs)) {
      components[componentName(name, direction)] ??= withReferences(definition, direction);
    }
    return withReferences(root, direction);
  }

  function componentName(name: string, direction: Direction): string {
    return direction === 'output' && differing.has(name) ? `${name}Answer` : name;
  }

  function withReferences(schema: object, direction: Direction): JsonSchema {
    const text = JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string'
        ? value.replace(/^#\/\$defs\/(\w+)$/, (_, name: string) => uriOf(componentName(name, direction)))
        : value,
    );
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  }

  return { components, schemaOf };
}

const options = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (reports.schemasRequiringOneRoom.includes(zodSchema)) {
      jsonSchema.oneOf = [{ required: ['room'] }, { required: ['stream'] }];
    }
    if (zodSchema === problem.ProblemReason) jsonSchema.examples = [...problem.tokenRefusals];
    // The schema of a response allows unknown members, because a newer server may send further ones.
    if (zodSchema instanceof z.ZodMiniObject && zodSchema.def.catchall === undefined) {
      delete jsonSchema.additionalProperties;
    }
  },
} as const;

function uriOf(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The names of the schemas that differ between requests and responses, including those that refer to such a schema. */
function differingNames({ input, output }: Readonly<Record<Direction, Readonly<Record<string, object>>>>) {
  const differing = new Set<string>();
  for (let size = -1; size !== differing.size;) {
    size = differing.size;
    for (const [name, definition] of Object.entries(input)) {
      const text = JSON.stringify(definition);
      const refersToDiffering = [...differing].some((other) => text.includes(`"${uriOf(other)}"`));
      if (refersToDiffering || text !== JSON.stringify(output[name])) differing.add(name);
    }
  }
  return differing;
}
