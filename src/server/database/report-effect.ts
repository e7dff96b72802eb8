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
