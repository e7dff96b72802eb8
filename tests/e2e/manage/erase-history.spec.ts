import { expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/test-ward.ts';

const minutesAgo = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000).toISOString() });

test('an administrator erases the history of one room after the dialog has counted it', async ({
  page,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  for (const room of ['Room 1', 'Room 2']) {
    await ward.report(room, 'in_bed', minutesAgo(8));
    await ward.report(room, 'in_bathroom', minutesAgo(4));
    await ward.report(room, 'in_bed');
  }
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('link', { name: /Ward 7 Meadow/ }).click();
  const erase = page.getByRole('button', { name: 'Erase history' });
  await expect(erase).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: 'Room 1' }).check();
  await erase.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Reports: 2. Ended alerts: 0. Nights: 0.');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Erase history' }).click();
  await expect(page.getByText('Erased. Reports: 2.')).toBeVisible();
  const countOf = async (room: string) => {
    const { query } = app.database;
    const rows = query.selectFrom('report').select('sequence').where('stream_uuid', '=', ward.uuidOf(room));
    return (await rows.execute()).length;
  };
  expect([await countOf('Room 1'), await countOf('Room 2')]).toEqual([1, 3]);
});
