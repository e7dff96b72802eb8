/** The paths of the login and the callback page. Both are registered at the provider. */
export const loginPath = '/login';
export const callbackPath = '/callback';
