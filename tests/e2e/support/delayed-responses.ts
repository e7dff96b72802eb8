import type { Page } from '@playwright/test';

/**
 * Keeps answers of the API back until the returned function is called.
 * `path`: as in the contract, such as `/clients`; with whatever query.
 */
export async function holdResponses(page: Page, path: string | RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isMeant = ({ pathname }: URL) => {
    const asked = pathname.replace(/^\/api/, '');
    return asked !== pathname && (typeof path === 'string' ? asked === path : path.test(asked));
  };
  await page.route(isMeant, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
