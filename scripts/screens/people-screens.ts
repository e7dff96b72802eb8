/** The screens of people, rights and the own account. */
import type { Page } from '@playwright/test';

/** The page has a signed-in administrator of the demo home. */
export async function visitPeople(page: Page, takeScreenshot: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/manage/people');
  await page.getByRole('button', { name: 'Nora Lind' }).waitFor();
  await takeScreenshot('manage-people');
  await page.getByRole('button', { name: 'Nora Lind' }).click();
  await page.getByText('Sees 30 rooms:').waitFor();
  await takeScreenshot('manage-people-account');
  await page.goto('/manage/people/groups');
  await page.getByRole('button', { name: 'care-managers' }).waitFor();
  await takeScreenshot('manage-people-groups');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await takeScreenshot('account');
}
