/** The calls that export and import the home as a file. An import first returns its changes without storing them. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';
import { Version } from '../version.ts';
import { dryRunQuery, homeEffectFields, HomeLevel } from './home-node.ts';

/** The maximum number of listed changes, because nobody reads more. The counts are complete. */
export const maxListedChanges = 200;

export const HomeImportResult = z.object({
  /** The version of the changes. The home as it is now can make another difference to the same file. */
  version: Version,
  alerts: homeEffectFields.alerts,
  impact: homeEffectFields.impact,
  /** The numbers of changed places and rooms. */
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int(), retired: z.int() }),
  /** The first changes: places before their rooms, and removals last. */
  changes: z
    .array(
      z.object({
        effect: z.enum(['added', 'changed', 'removed', 'retired']),
        level: HomeLevel,
        uuid: Uuid,
        /** The names from the client down to the place or room. */
        path: z.array(z.string()),
        fields: z.array(z.object({ name: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
      }),
    )
    .check(z.maxLength(maxListedChanges)),
});

/** The maximum length of a home file. An exported home of 30,000 rooms has 6 to 7 million characters. */
export const maxHomeFileLength = 8_000_000;

/**
 * The maximum number of places and rooms in a file that is imported in the browser. The command `import` accepts larger
 * files.
 */
export const maxHomeFileNodes = 2_000;

/**
 * The time limit of an import. A slow server needs some seconds for a file, and waits for other changes of the home.
 */
const maxImportMs = 60_000;

export const homeFileFormats = ['yaml', 'csv', 'excel'] as const;

export const homeFileEndpoints = {
  importHome: {
    method: 'POST',
    path: '/manage/home/import',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    timeLimitMs: maxImportMs,
    summary: 'Imports the text of a home file. With `dryRun` only tells what would change',
    query: z.object(dryRunQuery),
    body: z.strictObject({
      format: z.enum(['yaml', 'csv']),
      text: z.string().check(z.maxLength(maxHomeFileLength)),
      /** Whether places and rooms that the file does not mention are removed, as far as the user may remove them. */
      removeMissing: z.optional(z.boolean()),
      /** The version of a `dryRun`. The response is 409 when the import would make other changes now. */
      version: z.optional(Version),
    }),
    response: HomeImportResult,
  },
  exportHome: {
    method: 'GET',
    path: '/manage/home/export',
    access: 'manager',
    reach: 'scopes',
    summary: 'What you manage as a home file. `excel`: CSV with semicolons and a byte order mark',
    query: z.object({ format: z.enum(homeFileFormats) }),
    response: z.string(),
    textAnswer: { contentTypes: ['text/csv', 'application/yaml'], description: 'The file.' },
  },
} as const satisfies Record<string, Endpoint>;
