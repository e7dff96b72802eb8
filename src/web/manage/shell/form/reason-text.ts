/** The reasons of the server for a refusal, in the language of the page. */
import * as z from 'zod/mini';
import { type FieldError, Problem, type SentReason } from '../../../../contract/problem.ts';
import type { ReasonCode, ReasonValues } from '../../../../contract/reasons.ts';
import { ApiError } from '../../../api/api-error.ts';
import { type ManageTranslate, manageCatalogues } from '../use-texts.ts';

export type SentError = z.output<typeof FieldError>;

/** The text of a reason. The English text of the server for a code that only a newer server knows. */
export function reasonText({ code, values, reason }: z.output<typeof SentReason>, t: ManageTranslate): string {
  return isKnown(code) ? t(`reasons.${code}`, inLanguage(values, t)) : reason;
}

/** Why a whole call was refused. Undefined: the server gives no reason that the page knows. */
export function refusalText(error: unknown, t: ManageTranslate): string | undefined {
  if (!(error instanceof ApiError) || !isKnown(error.reason)) return undefined;
  return t(`reasons.${error.reason}`, inLanguage(z.safeParse(Problem, error.body).data?.values, t));
}

/** The errors of the fields of a refused call. */
export function fieldErrorsOf(error: unknown): readonly SentError[] {
  return error instanceof ApiError ? (z.safeParse(Problem, error.body).data?.errors ?? []) : [];
}

/** An error with its place in the file or the body, if it has one. */
export function errorText(error: SentError, t: ManageTranslate): string {
  const text = reasonText(error, t);
  return error.field === '' || error.field === 'text' ? text : `${placeText(error.field, t)}: ${text}`;
}

/** The field of the form for `statuses.AUF`, `rooms[0]` or `clients[0].locations[0].alias`. */
export function fieldNameOf(field: string, names: readonly string[]): string | undefined {
  return (
    names.find((name) => field === name) ??
    names.find((name) => field.startsWith(`${name}.`) || name.startsWith(`${field}.`)) ??
    names.find((name) => field.endsWith(`.${name}`))
  );
}

/** The place of an error in a file, such as `line 12, displayName`. */
export function placeText(place: string, t: ManageTranslate): string {
  return place.replace(/^line (\d+)/, (_, line: string) => t('reasons.line', { line }));
}

function isKnown(code: string | undefined): code is ReasonCode {
  return code !== undefined && code !== 'line' && Object.hasOwn(manageCatalogues.en.reasons, code);
}

function inLanguage(values: ReasonValues = {}, t: ManageTranslate): ReasonValues {
  const { place } = values;
  return place === undefined ? values : { ...values, place: placeText(place, t) };
}
