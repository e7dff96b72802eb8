/** The page of the first set-up. The code is in the fragment of its address, which browsers do not send. */
export const setUpPath = '/setup';
