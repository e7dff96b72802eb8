/** Setup file of all projects: `vi.waitFor` waits as long as a slow machine needs, instead of one second. */
import { vi } from 'vitest';

const timeout = 30_000;
const waitFor = vi.waitFor;

vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
