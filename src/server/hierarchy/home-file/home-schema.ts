/** What a file of the hierarchy may say. */
import * as z from 'zod/mini';
import { IngestRulesJson } from '../../../contract/ingest-rules.ts';
import { Uuid } from '../../../contract/entities.ts';
import { isStorableText } from '../../../domain/storable-text.ts';
import { streamStatuses, streamTypes } from '../../../domain/stream.ts';

const longestName = 120;

/** Trimmed: a space at the end of a cell is nobody's intention. */
const Name = z.pipe(
  z.pipe(
    z.string('must be text: put it in quotes'),
    z.transform((value: string) => value.trim().normalize('NFC')),
  ),
  z.string().check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(longestName, `must have at most ${longestName} characters`),
    z.refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value) && isStorableText(value), 'must be one line of text'),
  ),
);

/** It is a level of an MQTT topic and a word of an address; a uuid would be taken for one. */
const Alias = z
  .string('must be text: put it in quotes')
  .check(
    z.refine(
      (value) => /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/i.test(value) && !Uuid.safeParse(value).success,
      'must be 1 to 64 letters a to z, digits, dots, hyphens or underscores, with a letter or digit first and last',
    ),
  );

const LowerUuid = z.pipe(
  Uuid,
  z.transform((value: string) => value.toLowerCase()),
);

/** A file that was cut there, or rules that were commented out, would else take a room's own rules away. */
const OwnRules = z.pipe(
  z
    .unknown()
    .check(
      z.refine((rules) => rules !== null, 'is empty; leave it out to keep the rules, or write {} to take them away'),
    ),
  IngestRulesJson,
);

export const StreamFields = z.strictObject({
  uuid: z.optional(LowerUuid),
  displayName: Name,
  alias: z.optional(Alias),
  type: z.optional(z.enum(streamTypes)),
  status: z.optional(z.enum(streamStatuses)),
  rules: z.optional(OwnRules),
});

export const WardFields = z.strictObject({ uuid: z.optional(LowerUuid), displayName: Name });

export const LocationFields = z.strictObject({
  uuid: z.optional(LowerUuid),
  displayName: Name,
  alias: z.optional(Alias),
});

export const ClientFields = z.strictObject({ uuid: z.optional(LowerUuid), displayName: Name });

const Ward = z.extend(WardFields, { streams: z.optional(z.nullable(z.array(StreamFields))) });
const Location = z.extend(LocationFields, { wards: z.optional(z.nullable(z.array(Ward))) });
const Client = z.extend(ClientFields, { locations: z.optional(z.nullable(z.array(Location))) });

export const HomeDocument = z.strictObject(
  { clients: z.nullable(z.array(Client)) },
  'must begin with `clients:` and a list of them, as what `export` writes',
);
export type HomeDocument = z.infer<typeof HomeDocument>;
