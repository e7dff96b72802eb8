/** Describes for the user of a form why its call failed. */
import { ApiError } from '../../api/api-error.ts';
import { OutcomeError } from '../outcomes/call-with-outcome.ts';
import type { ManageTranslate } from '../use-texts.ts';
import { formatFieldError, fieldErrorsOf, fieldNameOf, translateReason, explainRefusal } from './reason-text.ts';

/** What a form shows after a failed call: a text, and errors beside its fields by the name of the field. */
export interface FormFailure {
  readonly text?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** An error of one of `fieldNames` is shown beside its field. All other errors are part of the text. */
export function describeFailure(error: unknown, fieldNames: readonly string[], t: ManageTranslate): FormFailure {
  const errors = fieldErrorsOf(error).map((one) => ({ one, name: fieldNameOf(one.field, fieldNames) }));
  if (errors.length === 0) return { text: explainFailure(error, t), fields: {} };
  const others = errors.flatMap(({ one, name }) => (name === undefined ? [formatFieldError(one, t)] : []));
  return {
    ...(others.length > 0 && { text: [...new Set(others)].join('\n') }),
    fields: Object.fromEntries(
      errors.flatMap(({ one, name }) => (name === undefined ? [] : [[name, translateReason(one, t)]])),
    ),
  };
}

/** Explains whether a failed change was saved, and why not. */
export function explainFailure(error: unknown, t: ManageTranslate): string {
  return explainRefusal(error, t) ?? t(`shell.${failureOf(error)}`);
}

function failureOf(error: unknown) {
  if (error instanceof ApiError) return failureOfStatus(error.status);
  return error instanceof OutcomeError ? error.outcome : 'no_response';
}

function failureOfStatus(status: number) {
  if (status === 403) return 'forbidden';
  if (status === 404) return 'gone';
  // After status 500 the outcome is unknown, because the server may have failed after saving.
  return status === 500 ? 'outcome_unknown' : 'not_saved';
}
