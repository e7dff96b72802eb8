/** What the harness and the process of the many viewers tell each other. */
import * as z from 'zod/mini';

export const Ask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    url: z.string(),
    wards: z.array(z.string()),
    token: z.string(),
    count: z.number(),
  }),
  /** By stream, as the database has them: how many boards show at least that? */
  z.object({ kind: z.literal('count'), revisions: z.record(z.string(), z.number()) }),
]);
export type Ask = z.infer<typeof Ask>;

export const Told = z.object({ live: z.number(), right: z.number() });
export type Told = z.infer<typeof Told>;
