import * as z from 'zod/mini';

export const Uuid = z.string().check(z.guid('must be a uuid'));
