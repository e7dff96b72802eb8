/** Seeds the demo home and its rights. */
import type * as z from 'zod/mini';
import type { IngestRulesJson } from '../../contract/ingest-rules.ts';
import type { Database } from '../database/database.ts';
import { grantRight } from '../rights/group-rights.ts';
import { demoRightsFor } from './demo-accounts.ts';
import { readDemoHome } from './demo-home.ts';
import { seedHome } from './seed-home.ts';

type Rules = z.infer<typeof IngestRulesJson>;

/** Idempotent. `now` is in epoch milliseconds; `speed` is 1 in real time. */
export async function seedDemoHome(
  database: Database,
  { now, speed }: { readonly now: number; readonly speed: number },
): Promise<void> {
  const home = readDemoHome();
  // At a higher speed no status lasts long enough for the debounce.
  const rules: Rules | null = speed === 1 ? null : { holdOff: { out_of_bed: 0, not_in_bed: 0 } };
  await seedHome(database, home, { rules: rules && JSON.stringify(rules), now });
  for (const right of demoRightsFor(home)) await grantRight(database, right);
}
