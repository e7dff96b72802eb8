/** Setup file of all projects. Raises the time limit of `vi.waitFor` from 1 s to 30 s, for slow machines. */
import { vi } from 'vitest';

const timeout = 30_000;
const waitFor = vi.waitFor;

vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
