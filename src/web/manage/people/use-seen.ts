import { useState } from 'react';
import type * as z from 'zod/mini';
import type { FormFailure } from '../shell/form/manage-form.tsx';
import { presentState } from '../shell/form/present-state.ts';

/**
 * The state of an object that the user has seen, whose version a change names. When somebody else was faster, the form
 * shows the present state, and the next attempt replaces that.
 */
export function useSeen<T, First extends T | null>(
  first: First,
  schema: z.ZodMiniType<T>,
  describe: (present: T) => string,
) {
  const [seen, setSeen] = useState<T | First>(first);
  return {
    seen,
    describeRefusal(error: unknown): FormFailure | undefined {
      const present = presentState(error, schema);
      return present === undefined ? undefined : { text: describe(present), fields: {} };
    },
    /** Waits for a change of `seen`, and rejects with its error. */
    async afterChange(change: Promise<unknown>): Promise<void> {
      try {
        await change;
      } catch (error) {
        setSeen(presentState(error, schema) ?? seen);
        throw error;
      }
    },
  };
}
