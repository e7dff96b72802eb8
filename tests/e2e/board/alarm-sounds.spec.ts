import { entries, managerName, nurseName, rail } from '../support/alert-rail.ts';
import { collectSounds, logOut } from '../support/fixtures.ts';
import { nextNavigation, serviceWorkerReady } from '../support/connection-loss.ts';
import { cardOf, connection, expect, expectLive, headerOf, openBoard, test } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

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
  // One answer is enough for all that the room needs.
  await ward.report('Room 1', 'out_of_bed');
  await expect(entries(colleaguePage)).toHaveCount(2);
  await entries(colleaguePage).first().getByRole('button', { name: 'I’m on my way' }).click();
  await expect(entries(page).last()).toContainText(`On the way: ${managerName}`);
  // "Out of bed" has made the notification sound too, if its alarm had to wait for the one before.
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

test('an alert of medium priority has its own alarm, and a fall replaces it at once', async ({ openWard, sounds }) => {
  const ward = await openWard(['Room 1', 'Room 2']);
  await ward.report('Room 1', 'out_of_bed');
  await expect.poll(() => sounds.alarms()).toEqual(['medium']);
  await ward.report('Room 2', 'man_down');
  await expect.poll(() => sounds.alarms()).toEqual(['medium', 'high']);
  expect(sounds.count()).toBe(0);
});

test('cameras that die together sound once with two low pulses, and one tap in the list of all alerts answers them', async ({
  page,
  openWard,
  sounds,
}) => {
  const ward = await openWard(['Room 1', 'Room 2', 'Room 3']);
  for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'camera_unreachable');
  await expect.poll(() => sounds.alarms()).toEqual(['technical']);
  await page.getByRole('button', { name: '2 cameras unreachable' }).click();
  await expect(entries(page)).toHaveText([/^Room 1 · Camera unreachable/, /^Room 2 · Camera unreachable/]);
  await page.getByRole('button', { name: 'I’m on my way: 2 rooms not monitored' }).click();
  await expect(entries(page)).toContainText([`On the way: ${nurseName}`, `On the way: ${nurseName}`]);
  await page.keyboard.press('Escape');
  await expect(rail(page)).toHaveText('No open alerts');
  expect([sounds.alarms(), sounds.count()], 'the only sound').toEqual([['technical'], 0]);
});

test('a board without a server sounds also after its page has loaded again, until somebody touches it', async ({
  page,
  network,
  openWard,
  sounds,
}) => {
  await openWard(['Room 1']);
  await serviceWorkerReady(page);
  const navigation = nextNavigation(page);
  network.cut();
  await navigation;
  await expect.poll(() => sounds.alarms()).toEqual(['technical']);
  await expect.poll(() => sounds.alarms()).toEqual(['technical', 'technical']);
  await page.clock.install();
  await page.mouse.click(5, 5);
  await page.clock.runFor(150_000);
  expect(sounds.alarms(), 'silent after the touch').toEqual(['technical', 'technical']);
  await expect(connection(page)).toHaveText(/^Offline since /);
  network.mend();
  await expectLive(page);
});

test('a board whose session has ended sounds on the login page', async ({ page, app, openWard, sounds, console }) => {
  await openWard(['Room 1']);
  await app.database.query.deleteFrom('identity_record').execute();
  await page.waitForURL('**/login');
  await expect.poll(() => sounds.alarms()).toEqual(['technical']);
  console.splice(0);
});

test('a page that is no board is silent without a server: the lists, and the login page after a logout', async ({
  page,
  network,
  openWard,
  sounds,
}) => {
  await page.clock.install();
  await openWard(['Room 1']);
  await serviceWorkerReady(page);
  await page.getByRole('link', { name: 'Harbour House' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
  network.cut();
  await page.clock.runFor(60_000);
  await expect(connection(page)).toHaveText(/^Offline since /);
  network.mend();
  await expectLive(page);
  await page.goBack();
  await expect(headerOf(page, 'Room 1')).toBeVisible();
  await expectLive(page);
  await logOut(page);
  await expect(page.getByRole('button', { name: /log in with/ })).toBeVisible();
  network.cut();
  await page.clock.runFor(60_000);
  expect(sounds.alarms()).toEqual([]);
});

test('[PROD-3] the volume by day and at night is stored on the device, and a fall is never quieter than its lowest volume', async ({
  page,
  openWard,
  sounds,
}) => {
  const ward = await openWard(['Room 1']);
  await page.getByRole('button', { name: 'Sound', exact: true }).click();
  const hour = await page.evaluate(() => new Date().getHours());
  await page.getByLabel('Night from').selectOption(String(hour));
  await page.getByLabel('Night until').selectOption(String((hour + 2) % 24));
  await page.getByLabel('Volume at night').press('Home');
  await ward.report('Room 1', 'in_bed');
  await expect.poll(() => sounds.volumes()).toEqual([0.2]);
  // A reload by Playwright would block the sound.
  await page.evaluate(() => location.reload());
  await expectLive(page);
  await ward.report('Room 1', 'man_down');
  await expect.poll(() => sounds.volumes().slice(0, 2)).toEqual([0.2, 0.6]);
});

test('once in a shift the board asks whether its test tone is heard, and shows that it is not', async ({
  page,
  openWard,
  sounds,
}) => {
  await openWard(Array.from({ length: 12 }, (_, index) => `Room ${index + 1}`));
  const before = await cardOf(page, 'Room 12').boundingBox();
  await page.evaluate(() => {
    localStorage.removeItem('room-status:sound-check');
    dispatchEvent(new Event('storage'));
  });
  const question = page.getByText('Can you hear this screen?');
  await expect(question).toBeVisible();
  expect(await cardOf(page, 'Room 12').boundingBox(), 'the cards do not move').toEqual(before);
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
