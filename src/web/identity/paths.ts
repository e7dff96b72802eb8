/** The paths of the sign-in. Both are registered at the provider. */
export const loginPath = '/login';
export const callbackPath = '/callback';
