/** Validates the fields of a home file, in YAML and in CSV. */
import * as z from 'zod/mini';
import { isAlias } from '../../../../contract/home/alias.ts';
import { DisplayName } from '../../../../contract/fields.ts';
import type { ReasonCode } from '../../../../contract/reasons.ts';
import { Uuid } from '../../../../contract/uuid.ts';
import { IngestRulesJson } from '../../../../contract/rules/ingest-rules.ts';
import { LocationRulesJson, PlaceRulesJson } from '../../../../contract/rules/place-rules.ts';
import { streamStatuses, streamTypes } from '../../../../domain/stream.ts';
import type { FileNodeFields, HomeLevel } from '../home.ts';

const text = z.string('not-text' satisfies ReasonCode);

const Alias = text.check(z.refine(isAlias, 'alias' satisfies ReasonCode));

const LowerCaseUuid = z.pipe(
  Uuid,
  z.transform((value: string) => value.toLowerCase()),
);

/** Creates a schema that refuses empty rules: a file that is cut off after `rules:` must not remove stored rules. */
function createRules(schema: typeof IngestRulesJson | typeof PlaceRulesJson | typeof LocationRulesJson) {
  const present = z.unknown().check(z.refine((rules) => rules !== null, 'empty-rules' satisfies ReasonCode));
  return z.optional(z.pipe(z.pipe(present, schema), z.transform(toCanonicalRules)));
}

const named = { uuid: z.optional(LowerCaseUuid), displayName: z.pipe(text, DisplayName) };
const aliased = { ...named, alias: z.optional(Alias) };

/** The schema of the fields of one node, by the level of the node. */
export const NodeFields: Readonly<Record<HomeLevel, z.ZodMiniType<FileNodeFields>>> = {
  client: z.strictObject(named),
  location: z.strictObject({ ...aliased, rules: createRules(LocationRulesJson) }),
  ward: z.strictObject({ ...named, rules: createRules(PlaceRulesJson) }),
  stream: z.strictObject({
    ...aliased,
    type: z.optional(z.enum(streamTypes)),
    status: z.optional(z.enum(streamStatuses)),
    rules: createRules(IngestRulesJson),
  }),
};

/** Writes equal rules as equal text, so that rules can be compared. Returns null for rules without a member. */
export function toCanonicalRules(rules: object): string | null {
  const sorted = sortKeys(rules);
  return Object.keys(sorted).length === 0 ? null : JSON.stringify(sorted);
}

function sortKeys(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]: [string, unknown]) => [
        key,
        typeof part === 'object' && part !== null && !Array.isArray(part) ? sortKeys(part) : part,
      ]),
  );
}
