/** The paths of the login and the callback page. Both are registered at the provider. */
export const loginPath = '/login';
export const callbackPath = '/callback';
/** The page of a wall board, which needs no session. */
export const wallBoardPath = '/wall-board';
