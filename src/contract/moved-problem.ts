import * as z from 'zod/mini';

/** What the problem `moved` has beside the members of every problem. */
export const MovedProblem = z.object({
  /** The origin of the cell to which the place has moved, such as `https://cell-2.example.org`. */
  address: z.string(),
});
