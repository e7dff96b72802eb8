import type * as z from 'zod/mini';
import type { setUpEndpoints } from '../../contract/identity/set-up.ts';

/** The progress of the first set-up, as the server reports it. */
export type SetUpState = z.output<typeof setUpEndpoints.getSetUp.response>;
export type FirstHome = NonNullable<SetUpState['home']>;

export const setUpQueryKey = ['set-up'];
