/** The errors of an authorization request with `prompt=none` after which the user must log in (OpenID Connect Core). */
const loginRequiredErrors: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** Whether the provider accepts the request, but must show the user a page. `error`: the parameter of its answer. */
export function isLoginRequiredError(error: string | null | undefined): boolean {
  return loginRequiredErrors.has(error ?? '');
}
