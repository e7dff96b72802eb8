import type { Page } from '@playwright/test';

/**
 * Delays API responses until the returned function is called. `path`: a path of the contract, such as `/clients`;
 * the query may be any.
 */
export async function holdResponses(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const isHeld = ({ pathname }: URL) => {
    const asked = pathname.replace(/^\/api/, '');
    return asked !== pathname && (typeof path === 'string' ? asked === path : path.test(asked));
  };
  await page.route(isHeld, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
