/** Defines the rows that docs/capacity.md is computed from: the processor time of a kind of work, such as a report. */
import type { BenchServer } from '../bench-server.ts';
import { type Goal, ours, type RowDefinition, type Sample } from '../row.ts';
import type { Cost } from './processes.ts';

export const costParts = ['SQLite', 'PostgreSQL', 'PostgreSQL, the database itself'] as const;
type CostPart = (typeof costParts)[number];

export function costName(work: string, part: CostPart): string {
  return `CPU of ${work}, ${part}`;
}

/** Creates the rows of a kind of work. `reason`: why its goals are missed. */
export function costRows(work: string, goals: Partial<Record<CostPart, Goal>> = {}, reason?: string): RowDefinition[] {
  return costParts.map((part) => ({ name: costName(work, part), unit: 'µs', goal: goals[part], reason }));
}

export function costSamples({ storage }: Pick<BenchServer, 'storage'>, work: string, cost: Cost): Sample[] {
  const sample = (part: CostPart, value: number): Sample => ({ row: costName(work, part), subject: ours, value });
  const app = sample(storage, cost.app);
  return storage === 'SQLite' ? [app] : [app, sample('PostgreSQL, the database itself', cost.database)];
}
