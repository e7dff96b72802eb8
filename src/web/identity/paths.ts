/** The addresses of the sign-in. The provider knows both: what it returns to, and where a sign-out ends. */
export const loginPath = '/login';
export const callbackPath = '/callback';
