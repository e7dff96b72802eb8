import type * as z from 'zod/mini';
import type { setUpEndpoints } from '../../../../contract/manage/set-up.ts';

/** How far the set-up is. */
export type SetUpState = z.output<typeof setUpEndpoints.getSetUp.response>;
export type FirstHome = NonNullable<SetUpState['home']>;

export const setUpKey = ['set-up'];
