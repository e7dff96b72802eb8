import * as z from 'zod/mini';
import { isTimeZone } from '../domain/local-time/local-clock.ts';
import type { ReasonCode } from './reasons.ts';

/** The name of a time zone, such as `Europe/Brussels`. */
export const TimeZone = z.string().check(z.refine(isTimeZone, 'time-zone' satisfies ReasonCode));
