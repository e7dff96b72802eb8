/**
 * The version of an object that can be edited. A change sends back the version that its form was filled with. When the
 * object has changed since, the change is refused with 409, and the member `current` of the problem is its present state.
 */
import * as z from 'zod/mini';

export const Version = z.string().check(z.maxLength(64));
