/** Validates the fields of a home file, in YAML and in CSV. */
import * as z from 'zod/mini';
import { Uuid } from '../../../../contract/uuid.ts';
import { IngestRulesJson } from '../../../../contract/ingest-rules.ts';
import { streamStatuses, streamTypes } from '../../../../domain/stream.ts';
import { isOneLine, oneLineReason } from '../../../shared/text/one-line.ts';
import type { FileFields, Level } from '../home.ts';

const maxNameLength = 120;

const text = z.string('must be text: put it in quotes');

/** Spaces at the ends are removed, because they are invisible in a spreadsheet. */
const Name = z.pipe(
  z.pipe(
    text,
    z.transform((value: string) => value.trim().normalize('NFC')),
  ),
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(maxNameLength, `must have at most ${maxNameLength} characters`),
      z.refine(isOneLine, oneLineReason),
    ),
);

/** An alias is used in MQTT topics and in `location/room`. An alias that looks like a uuid would be ambiguous there. */
const Alias = text.check(
  z.refine(
    (value) => /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/i.test(value) && !Uuid.safeParse(value).success,
    'must be 1 to 64 letters a to z, digits, dots, hyphens or underscores, with a letter or digit first and last',
  ),
);

const LowerCaseUuid = z.pipe(
  Uuid,
  z.transform((value: string) => value.toLowerCase()),
);

/** Refuses empty rules: a file that is cut off after `rules:` must not remove the rules of a room. */
const Rules = z.pipe(
  z.pipe(
    z
      .unknown()
      .check(
        z.refine((rules) => rules !== null, 'is empty; leave it out to keep the rules, or write {} to remove them'),
      ),
    IngestRulesJson,
  ),
  z.transform(canonicalRules),
);

const named = { uuid: z.optional(LowerCaseUuid), displayName: Name };
const aliased = { ...named, alias: z.optional(Alias) };

/** The fields of one node, by its level. */
export const NodeFields: Readonly<Record<Level, z.ZodMiniType<FileFields>>> = {
  client: z.strictObject(named),
  location: z.strictObject(aliased),
  ward: z.strictObject(named),
  stream: z.strictObject({
    ...aliased,
    type: z.optional(z.enum(streamTypes)),
    status: z.optional(z.enum(streamStatuses)),
    rules: z.optional(Rules),
  }),
};

/** Writes equal rules as equal text, so that rules can be compared. Returns null for rules without a member. */
export function canonicalRules(rules: object): string | null {
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
        typeof part === 'object' && part !== null ? sortKeys(part) : part,
      ]),
  );
}
