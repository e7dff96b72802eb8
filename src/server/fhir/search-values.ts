/** Reads the values of FHIR search parameters, which the contract has validated. */
import { maxFhirDays } from '../../contract/fhir/fhir-endpoints.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { invalidField } from '../shared/invalid-field.ts';

/** The uuid of a reference such as `Location/<uuid>`. */
export function uuidOf(reference: string): string {
  return reference.slice(reference.indexOf('/') + 1).toLowerCase();
}

/**
 * The time span of `ge` and `lt`, in epoch milliseconds. Without `lt` it ends now. Throws AppError if it has no
 * beginning, or is empty or too long.
 */
export function timeSpanOf(date: string | readonly string[], now: number): TimeSpan {
  const values = [date].flat();
  const timeOf = (prefix: string) => {
    const [value, second] = values.filter((text) => text.startsWith(prefix));
    if (second !== undefined) throw invalidField('date', `must have \`${prefix}\` once`);
    return value === undefined ? undefined : Date.parse(value.slice(prefix.length));
  };
  const [begin, end] = [timeOf('ge'), timeOf('lt')];
  if (begin === undefined) throw invalidField('date', 'must have a beginning, such as ge2026-03-01T20:00:00Z');
  // What happens in this millisecond is found too.
  const to = end ?? now + 1;
  // The clock of a caller who asks for what is open now can be ahead.
  const from = end === undefined ? Math.min(begin, now) : begin;
  if (from >= to) throw invalidField('date', 'must begin before its end');
  if (to - from > maxFhirDays * 86_400_000) throw invalidField('date', `must be at most ${maxFhirDays} days`);
  return { from, to };
}
