/** Reasons of refusals: the English text for programs and logs, with the code and the values for pages. */
import { type ReasonCode, reasonTexts, type ReasonValues } from '../../contract/reasons.ts';

export interface Reason {
  readonly reason: string;
  /** Undefined for a reason that pages do not translate. */
  readonly code?: ReasonCode | undefined;
  readonly values?: ReasonValues | undefined;
}

/** A problem with a field of a body or with a position in a file. `field`: empty if it concerns the whole file. */
export interface FieldProblem extends Reason {
  readonly field: string;
}

export function fieldProblem(field: string, ...reason: Parameters<typeof reasonOf>): FieldProblem {
  return { field, ...reasonOf(...reason) };
}

/** A problem as one line of English text. */
export function formatProblem({ field, reason }: Pick<FieldProblem, 'field' | 'reason'>): string {
  return field === '' ? reason : `${field}: ${reason}`;
}

/** Creates a reason. Converts numbers among the values to text. */
export function reasonOf(code: ReasonCode, values: Readonly<Record<string, string | number>> = {}): Reason {
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const reason = reasonTexts[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name] ?? '');
  return { reason, code, ...(Object.keys(texts).length > 0 && { values: texts }) };
}

/** Creates the options of an AppError that refuses a call for a reason. */
export function errorOptionsOf(...args: Parameters<typeof reasonOf>) {
  const { reason, code, values } = reasonOf(...args);
  return { detail: reason, members: { reason: code, values } };
}

export function isReasonCode(text: string): text is ReasonCode {
  return Object.hasOwn(reasonTexts, text);
}
