/** Translates the reasons of refused calls into the language of the page. */
import * as z from 'zod/mini';
import { type FieldError, Problem, type ReasonJson } from '../../../contract/problem.ts';
import { type TranslatedReason, translatedReasons } from '../../../contract/reasons.ts';
import { ApiError } from '../../api/api-error.ts';
import type { ManageTranslate } from '../use-texts.ts';

export type SentError = z.output<typeof FieldError>;

/** Translates the reason of a refusal. A code without a translation gives the English text of the server. */
export function translateReason({ code, values, reason }: z.output<typeof ReasonJson>, t: ManageTranslate): string {
  const known = translated(code);
  return known === undefined ? t('shell.other_reason', { reason }) : t(`reasons.${known}`, values);
}

/** Explains why the server refused a call as a whole, not one field. Undefined: there is no reason to show. */
export function explainRefusal(error: unknown, t: ManageTranslate): string | undefined {
  const known = error instanceof ApiError ? translated(error.reason) : undefined;
  if (known === undefined || !(error instanceof ApiError)) return undefined;
  return t(`reasons.${known}`, z.safeParse(Problem, error.body).data?.values);
}

/** The errors that a refusal of the server reports for single fields. */
export function fieldErrorsOf(error: unknown): readonly SentError[] {
  return error instanceof ApiError ? (z.safeParse(Problem, error.body).data?.errors ?? []) : [];
}

/** Formats an error. If it has a position in a file or a body, the position is shown before it. */
export function formatFieldError(error: SentError, t: ManageTranslate): string {
  const text = translateReason(error, t);
  return error.field === '' || error.field === 'text' ? text : `${positionText(error.field, t)}: ${text}`;
}

/** Finds the form field for the path of an error, such as `rooms[0]` or `clients[0].locations[0].alias`. */
export function fieldNameOf(field: string, names: readonly string[]): string | undefined {
  return (
    names.find((name) => field === name) ??
    names.find((name) => field.startsWith(`${name}.`) || name.startsWith(`${field}.`)) ??
    names.find((name) => field.endsWith(`.${name}`))
  );
}

/** Formats the position of an error in a file, such as `line 12, displayName`. */
function positionText(position: string, t: ManageTranslate): string {
  return position.replace(/^line (\d+)/, (_, line: string) => t('shell.line', { line }));
}

export function translated(code = ''): TranslatedReason | undefined {
  return isTranslated(code) ? code : undefined;
}

function isTranslated(code: string): code is TranslatedReason {
  return Object.hasOwn(translatedReasons, code);
}
