/** The path of the first set-up. The setup code is in the fragment of the address, which browsers do not send. */
export const setUpPath = '/setup';
