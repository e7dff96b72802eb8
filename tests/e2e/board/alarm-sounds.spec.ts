import { entries, managerName, nurseName, rail } from '../support/alert-rail.ts';
import { collectSounds } from '../support/fixtures.ts';
import { cardOf, expect, expectLive, openBoard, test } from '../support/test-ward.ts';

test('a fall sounds on every board, in place of the notification sound, until somebody acknowledges it on one of them', async ({
  page,
  browser,
  app,
  createWard,
  sounds,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  const colleague = await browser.newContext({ baseURL: app.url });
  const colleagueSounds = await collectSounds(colleague);
  const colleaguePage = await colleague.newPage();
  await page.clock.install();
  await Promise.all([openBoard(page, ward), openBoard(colleaguePage, ward, 'manager')]);
  await ward.report('Room 1', 'man_down');
  await expect.poll(() => [sounds.alarms(), colleagueSounds.alarms()]).toEqual([['high'], ['high']]);
  await expect.poll(() => sounds.alarms()).toEqual(['high', 'high']);
  expect(sounds.count(), 'the alarm is the only sound').toBe(0);

  // The next status of the room raises no alert, so it plays the notification sound and leaves the alarm on.
  await ward.report('Room 1', 'in_bed');
  await expect.poll(() => sounds.count()).toBe(1);
  // One answer covers all alerts of the room.
  await ward.report('Room 1', 'out_of_bed');
  await expect(entries(colleaguePage)).toHaveCount(2);
  await entries(colleaguePage).first().getByRole('button', { name: 'I’m on my way' }).click();
  await expect(entries(page).last()).toContainText(`On the way: ${managerName}`);
  // "Out of bed" has played the notification sound too, if its alarm had to wait for the previous alarm.
  const chimes = sounds.count();
  await ward.report('Room 2', 'in_bathroom');
  await expect.poll(() => sounds.count()).toBeGreaterThan(chimes);
  const before = sounds.alarms();
  await page.clock.runFor(11_000);
  await expectLive(page);
  expect(sounds.alarms(), 'silent after the acknowledgement').toEqual(before);
  await ward.report('Room 2', 'man_down');
  await expect.poll(() => sounds.alarms()).toEqual([...before, 'high']);
  await colleague.close();
});

test('cameras that fail together sound once with two low pulses, and one tap in the list of all alerts answers their alerts', async ({
  page,
  openWard,
  sounds,
}) => {
  const ward = await openWard(['Room 1', 'Room 2', 'Room 3']);
  for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'camera_unreachable');
  await expect.poll(() => sounds.alarms()).toEqual(['technical']);
  await page.getByRole('button', { name: '2 cameras unreachable' }).click();
  const listed = page.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem');
  await expect(listed).toHaveText([/^Room 1 · Camera unreachable/, /^Room 2 · Camera unreachable/]);
  await page.getByRole('button', { name: 'I’m on my way: 2 rooms not monitored' }).click();
  await expect(listed).toContainText([`On the way: ${nurseName}`, `On the way: ${nurseName}`]);
  await page.keyboard.press('Escape');
  await expect(rail(page)).toHaveText('No open alerts');
  expect([sounds.alarms(), sounds.count()], 'the only sound').toEqual([['technical'], 0]);
});

test('[PROD-3] the volume by day and at night is stored in the browser, and a fall is never quieter than its lowest volume', async ({
  page,
  openWard,
  sounds,
}) => {
  const ward = await openWard(['Room 1']);
  await page.getByRole('button', { name: 'Sound', exact: true }).click();
  for (const label of ['Volume by day', 'Volume at night']) await page.getByLabel(label).press('Home');
  await page.keyboard.press('Escape');
  await ward.report('Room 1', 'in_bed');
  await expect.poll(() => sounds.volumes()).toEqual([0.2]);
  // A reload by Playwright would block the sound.
  await page.evaluate(() => location.reload());
  await expectLive(page);
  await ward.report('Room 1', 'man_down');
  await expect.poll(() => sounds.volumes().slice(0, 2)).toEqual([0.2, 0.6]);
});

test('once in a shift the board asks staff whether they hear its test tone, and shows when they do not', async ({
  page,
  openWard,
  sounds,
}) => {
  await openWard(Array.from({ length: 12 }, (_, index) => `Room ${index + 1}`));
  await page.evaluate(() => {
    localStorage.removeItem('room-status:sound-check');
    dispatchEvent(new Event('storage'));
  });
  const question = page.getByText('Can you hear this screen?');
  await expect(question).toBeVisible();
  const end = await question.boundingBox();
  const first = await cardOf(page, 'Room 1').boundingBox();
  expect(Number(end?.y) + Number(end?.height), 'the question is above the cards').toBeLessThan(Number(first?.y));
  await page.getByRole('button', { name: 'Test tone' }).click();
  await expect.poll(() => sounds.alarms()).toEqual(['medium']);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  const warning = page.getByText(/^Test tone not heard at \d\d:\d\d\. Turn up this device\.$/);
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Test tone' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(warning).toHaveCount(0);
  await page.getByRole('button', { name: 'Sound', exact: true }).click();
  await expect(page.getByText(/^Test tone heard at \d\d:\d\d$/)).toBeVisible();
});

test('a new shift is asked about the test tone, even if the shift before has heard it minutes ago', async ({
  page,
  app,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
  const shifts = [new Date(minutesAgo(1)).toISOString().slice(11, 16)];
  const rules = JSON.stringify({ timeZone: 'UTC', shifts });
  await app.database.query.updateTable('stream').set({ rules }).where('uuid', '=', ward.uuidOf('Room 1')).execute();
  await page.evaluate((at) => {
    localStorage.setItem('room-status:sound-check', `${at} heard`);
    dispatchEvent(new Event('storage'));
  }, minutesAgo(5));
  await expect(page.getByText('Can you hear this screen?')).toBeVisible();
});
