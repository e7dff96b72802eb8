/** The values of the column `report.effect`. Existing databases contain them, so they do not change. */
import type { ReportEffect } from '../../domain/ingest/report-rules.ts';

export const reportEffectColumn = {
  applied: 'card',
  debouncing: 'held',
  unreachable: 'away',
  duplicate: 'repeat',
  late: 'history',
} as const satisfies Record<ReportEffect, string>;

export type ReportEffectColumn = (typeof reportEffectColumn)[ReportEffect];

export function reportEffectOf(column: ReportEffectColumn): ReportEffect {
  return effectByColumn[column];
}

const effectByColumn: Readonly<Record<ReportEffectColumn, ReportEffect>> = {
  card: 'applied',
  held: 'debouncing',
  away: 'unreachable',
  repeat: 'duplicate',
  history: 'late',
};
