/** A refusal as FHIR OperationOutcome. */
import type { ProblemCode } from '../../contract/problem.ts';
import type { AppError } from '../shared/app-error.ts';
import { formatProblem } from '../shared/reason.ts';

/** The codes of https://hl7.org/fhir/R4/valueset-issue-type.html */
const issueTypes: Readonly<Record<ProblemCode, string>> = {
  'invalid-request': 'invalid',
  'malformed-json': 'structure',
  'no-token-yet': 'processing',
  unauthenticated: 'login',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  conflict: 'conflict',
  moved: 'not-found',
  'method-not-allowed': 'not-supported',
  'too-large': 'too-long',
  'unsupported-media-type': 'not-supported',
  'too-many-requests': 'throttled',
  internal: 'exception',
  unavailable: 'transient',
};

/** `title`: what the problem is, for a person. */
export function toOperationOutcome({ code, options }: AppError, title: string) {
  const { detail, errors } = options;
  const texts = errors?.map((error) => `${title}: ${formatProblem(error)}`) ?? [detail ?? title];
  return {
    resourceType: 'OperationOutcome',
    issue: texts.map((diagnostics) => ({ severity: 'error', code: issueTypes[code], diagnostics })),
  };
}
