import * as z from 'zod/mini';
import { areShifts } from '../domain/local-time/shifts.ts';
import type { ReasonCode } from './reasons.ts';

/** The starts of the shifts of a location, such as `["07:00", "19:00"]`, in any order. They are stored in order. */
export const Shifts = z.array(z.string()).check(
  z.refine(areShifts, 'shifts' satisfies ReasonCode),
  z.overwrite((times) => times.toSorted()),
);
