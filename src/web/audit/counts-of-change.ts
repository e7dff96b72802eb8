import * as z from 'zod/mini';
import type { AuditEvent } from './use-audit-events.ts';

const Counts = z.record(z.string(), z.record(z.string(), z.number()));

const verbs = { added: 'add', changed: 'change', removed: 'remove', retired: 'retire' } as const;

/** How often an import made each kind of change: an action such as `room.add`, and its count. */
export function changeCountsOf(after: AuditEvent['after']): readonly { action: string; count: number }[] {
  const counts = Counts.safeParse(after).data ?? {};
  return Object.entries(verbs).flatMap(([effect, verb]) =>
    Object.entries(counts[effect] ?? {}).map(([level, count]) => ({ action: `${level}.${verb}`, count })),
  );
}
