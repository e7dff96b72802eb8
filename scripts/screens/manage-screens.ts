/** The screens of rules, equipment, system status and audit log, and those of one room on its board. */
import type { Page } from '@playwright/test';

type TakeScreenshot = (name: string) => Promise<void>;

/** The page has a signed-in administrator of the demo home. */
export async function visitManage(page: Page, takeScreenshot: TakeScreenshot): Promise<void> {
  await page.goto('/manage');
  await page.getByRole('link', { name: /System status/ }).waitFor();
  await takeScreenshot('manage');
  await page.goto('/manage/rules');
  await page.getByRole('heading', { name: 'What raises an alert' }).waitFor();
  await takeScreenshot('manage-rules');
  await page.getByRole('button', { name: 'Change: Bathroom' }).click();
  await page.getByLabel('What happens').selectOption('alerts as medium');
  await page.getByLabel('Minutes', { exact: true }).fill('20');
  await page.getByText(/^With the change:/).waitFor();
  await takeScreenshot('manage-rules-changed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/manage/equipment');
  await page.getByRole('heading', { name: 'Connections', exact: true }).waitFor();
  await takeScreenshot('manage-equipment');
  await page.goto('/manage/status');
  await page.getByText('The database answers and stores reports').waitFor();
  await takeScreenshot('manage-status');
  await page.goto('/manage/audit');
  await page.getByText('Export as JSON lines').waitFor();
  await takeScreenshot('manage-audit');
}

/** `ward`: the address of the board. */
export async function visitRoomScreens(page: Page, ward: string, takeScreenshot: TakeScreenshot): Promise<void> {
  await page.goto(ward);
  await page
    .getByRole('button', { name: /^Room options:/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await takeScreenshot('room-options');
  await page.goto(`${ward}/walk-test`);
  await page.getByRole('button', { name: 'Start', exact: true }).first().waitFor();
  await takeScreenshot('walk-test');
}
