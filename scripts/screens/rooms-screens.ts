/** The screens of rooms and wards in the administration. */
import type { Page } from '@playwright/test';

/** The page has a signed-in administrator of the demo home. */
export async function visitRooms(page: Page, takeScreenshot: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/manage/rooms');
  await page.getByRole('link', { name: /Ward 2 Sea View/ }).waitFor();
  await takeScreenshot('manage-rooms');
  await page.getByRole('link', { name: /Ward 2 Sea View/ }).click();
  await page.getByRole('checkbox', { name: 'Select Room 2 Åse' }).check();
  await takeScreenshot('manage-ward');
}
