/** What the pages of the figures show. */
import type * as z from 'zod/mini';
import type { figuresEndpoints } from '../../contract/figures/figures.ts';
import { type AlertKind, alertKinds } from '../../domain/figures/alert-numbers.ts';

export type Figures = z.output<typeof figuresEndpoints.getFigures.response>;
export type Totals = Figures['totals'];
export type AlertNumbers = Pick<
  Totals,
  'alerts' | 'falls' | 'falseAlarms' | 'unanswered' | 'acknowledgedMs' | 'arrivedMs'
>;

/** The lengths of a period that can be chosen, in days. */
export const periodDays = ['7', '30', '90', '365'] as const;

export type PeriodDays = (typeof periodDays)[number];

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The query of the figures: the days up to the present hour. `now`: epoch milliseconds. */
export function figuresQueryOf(placeUUID: string, days: PeriodDays, now: number) {
  const to = Math.ceil(now / hourMs) * hourMs;
  return {
    placeUUID,
    from: new Date(to - Number(days) * dayMs).toISOString(),
    to: new Date(to).toISOString(),
  };
}

/** The period of the same length before. */
export function periodBefore({ placeUUID, from, to }: FiguresQuery): FiguresQuery {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return { placeUUID, from: new Date(2 * begin - end).toISOString(), to: from };
}

export type FiguresQuery = ReturnType<typeof figuresQueryOf>;

/** What chooses alerts in the address, beside the place and the period. */
export type AlertFilter = Readonly<Record<string, string>> & { readonly kind: AlertKind };

/** The alerts that the address asks for. Undefined: it asks for the figures. */
export function alertFilterOf(parameters: URLSearchParams): AlertFilter | undefined {
  const kind = alertKinds.find((one) => one === parameters.get('kind'));
  if (kind === undefined) return undefined;
  const names = ['status', 'hour', 'wardUUID', 'streamUUID'] as const;
  const values = names.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { kind, ...Object.fromEntries(values) };
}
