import { answerButton } from '../support/alert-rail.ts';
import { expect, test } from '../support/test-ward.ts';

test('a note about an alert stays when Escape is pressed and when the alert ends meanwhile; without a note the dialog goes', async ({
  page,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  const dialog = page.getByRole('dialog', { name: 'Room 1 · Out of bed' });
  const note = dialog.getByLabel('Note');
  await ward.report('Room 1', 'out_of_bed');
  await answerButton(page, 'Room 1', 'Other answers: Room 1').click();
  await note.fill('Wanted to go home.');
  for (let press = 1; press <= 2; press += 1) await page.keyboard.press('Escape');
  await expect(note).toHaveValue('Wanted to go home.');

  await ward.report('Room 1', 'in_bed');
  await expect(dialog.getByRole('alert')).toHaveText('Alert ended');
  await expect(note).toHaveValue('Wanted to go home.');
  await expect(dialog.getByRole('button', { name: 'False alarm' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);

  await ward.report('Room 1', 'out_of_bed');
  await answerButton(page, 'Room 1', 'Other answers: Room 1').click();
  await expect(dialog).toBeVisible();
  await ward.report('Room 1', 'in_bed');
  await expect(dialog).toHaveCount(0);
});
