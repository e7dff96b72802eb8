import { expectNoViolations } from '../support/accessibility.ts';
import { entries, entryOf } from '../support/alert-rail.ts';
import { expect, openBoard, openSignedIn, test } from '../support/test-ward.ts';

const meadow = 'Ward 7 Meadow';

test('before an administrator deletes a ward, the dialog counts its alerts by status and its rooms not monitored; after that only the fall stays on the boards', async ({
  page,
  browser,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', 'Room 3', 'Room 4']);
  await ward.report('Room 1', 'man_down');
  await ward.report('Room 2', 'out_of_bed');
  await ward.report('Room 3', 'camera_unreachable');
  await ward.report('Room 4', 'camera_unreachable');
  const board = await browser.newPage({ baseURL: app.url });
  await openBoard(board, ward);
  await expect(entryOf(board, 'Room 2')).toContainText('Out of bed');

  await openSignedIn(page, 'admin', '/manage/rooms');
  const link = page.getByRole('link', { name: new RegExp(meadow) });
  await expect(link).toContainText('4 rooms · 2 with an open alert · 2 rooms not monitored');
  await link.click();
  await page.getByRole('button', { name: `Delete ${meadow}` }).click();
  await expect(
    page.getByText(
      'Open alerts: Fall detected (1), Out of bed (1), 2 rooms not monitored. A fall stays on the boards, other alerts end.',
    ),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel(`Type ${meadow} to confirm`).fill(meadow);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${meadow} stays: its rooms are inactive and kept as history.`)).toBeVisible();
  await expect(entryOf(board, 'Room 2')).toHaveCount(0);
  await expect(entries(board)).toHaveCount(1);
  await board.close();
});
