import type { Browser, Page } from '@playwright/test';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { cardOf, connection, expect, openBoard, openSignedIn, test } from '../support/test-ward.ts';

const screenSize = { width: 1920, height: 1080 };
const meadow = 'Ward 7 Meadow';

/** Opens the page of a wall board in a browser of its own, as on a television. */
async function openScreen(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: screenSize });
  const screen = await context.newPage();
  await screen.goto('/login');
  await screen.getByRole('link', { name: 'Use this screen as a wall board' }).click();
  return screen;
}

const codeOn = (screen: Page) => screen.locator('[data-user-code]');
const wardOn = (screen: Page) => screen.getByRole('heading', { name: meadow });

/** Enters the code of the screen under Manage > Boards, on a phone or a computer. */
async function enterCode(page: Page, screen: Page, name: string, ward = /Ward 7 Meadow/): Promise<void> {
  const code = (await codeOn(screen).textContent()) ?? '';
  await page.getByRole('button', { name: 'Add a board' }).click();
  const dialog = page.getByRole('dialog', { name: 'New wall board' });
  await dialog.getByLabel('Code on the screen').fill(code.toLowerCase());
  await dialog.getByLabel('Name').fill(name);
  const option = await dialog.getByLabel('Ward').locator('option', { hasText: ward }).first().getAttribute('value');
  await dialog.getByLabel('Ward').selectOption(option);
  await dialog.getByRole('button', { name: 'Show the ward' }).click();
  await expect(dialog).toBeHidden();
}

test('a manager pairs a screen with a phone in under a minute; it shows the ward through a reload and a new tab, and goes dark when it is revoked', async ({
  page,
  browser,
  baseURL,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  const startedAt = Date.now();
  const screen = await openScreen(browser, baseURL);
  await expect(codeOn(screen)).toHaveText(/^[B-Z]{4}-[B-Z]{4}$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, 'manager', '/manage/wall-boards');
  await enterCode(page, screen, 'Corridor');
  await expect(wardOn(screen)).toBeVisible();
  await expect(cardOf(screen, 'Room 1')).toBeVisible();
  expect(Date.now() - startedAt).toBeLessThan(60_000);

  await ward.report('Room 1', 'man_down');
  await expect(screen.getByRole('region', { name: 'Alerts' })).toContainText('Room 1');
  await expect(screen.getByRole('button', { name: 'I’m on my way' })).toHaveCount(0);
  await expect(page.getByText('Shown now')).toBeVisible();

  await screen.reload();
  await expect(cardOf(screen, 'Room 1')).toBeVisible();
  // A browser that starts with the first page is a new tab without the data of the old one.
  const restarted = await screen.context().newPage();
  await screen.close();
  await restarted.goto('/');
  await expect(cardOf(restarted, 'Room 2')).toBeVisible();

  await page.getByRole('button', { name: 'Revoke: Corridor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(restarted.getByRole('alert')).toHaveText('This screen is no longer a wall board.');
  await expect(codeOn(restarted)).toBeVisible();
  await expect(restarted.getByText('Room 1')).toHaveCount(0);
  await restarted.context().close();
});

test('a wrong code is named at its field, and a wall board that may answer asks who of those on duty goes', async ({
  page,
  browser,
  baseURL,
  console,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  const screen = await openScreen(browser, baseURL);
  await expect(codeOn(screen)).toBeVisible();
  await openSignedIn(page, 'manager', '/manage/wall-boards?code=BBBB-BBBB');
  const dialog = page.getByRole('dialog', { name: 'New wall board' });
  await dialog.getByLabel('Name').fill('Nurse station');
  await dialog.getByRole('button', { name: 'Show the ward' }).click();
  await expect(dialog.getByText('No screen shows this code.')).toBeVisible();
  console.length = 0;
  await dialog.getByLabel('Code on the screen').fill((await codeOn(screen).textContent()) ?? '');
  const option = dialog.getByLabel('Ward').locator('option', { hasText: meadow });
  await dialog.getByLabel('Ward').selectOption(await option.getAttribute('value'));
  await dialog.getByLabel('Alerts can be answered on this screen').check();
  await dialog.getByRole('button', { name: 'Show the ward' }).click();
  await expect(wardOn(screen)).toBeVisible();
  await ward.report('Room 1', 'man_down');
  await screen.getByRole('button', { name: 'I’m on my way' }).click();
  const alerts = screen.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByText('On the way: Nurse station'), 'nobody is on duty').toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();

  await page.goto(ward.address);
  await page.getByRole('button', { name: 'I’m on duty' }).click();
  const name = ((await page.getByText(/^On duty: /).textContent()) ?? '').replace('On duty: ', '');
  await screen.reload();
  await expect(screen.getByText(`On duty: ${name}`)).toBeVisible();
  await screen.getByRole('button', { name: 'I’m on my way' }).click();
  const question = screen.getByRole('dialog', { name: 'Who?' });
  await expectNoViolations(screen);
  await screen.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await screen.getByRole('button', { name: 'I’m on my way' }).click();
  await question.getByRole('button', { name }).click();
  await expect(alerts.getByText(`On the way: ${name}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Alerts' }).getByText(`On the way: ${name}`)).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect(screen.getByRole('button', { name: 'I’m on my way' })).toBeVisible();
  await screen.context().close();
});

test('a nurse on another screen answers whether the wall board is heard, and the wall board shows it', async ({
  page,
  browser,
  baseURL,
  app,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  const screen = await openScreen(browser, baseURL);
  await expect(codeOn(screen)).toBeVisible();
  await openSignedIn(page, 'manager', '/manage/wall-boards');
  await enterCode(page, screen, 'Corridor');
  await expect(wardOn(screen)).toBeVisible();
  await screen.locator('body').click();
  await expect(screen.getByText('Sound on', { exact: true })).toBeVisible();

  const tones = '**/wall-boards/*/test-tone';
  await page.route(tones, (route) => route.fulfill({ status: 404 }));
  for (let click = 0; click < 2; click += 1) {
    const answer = page.waitForResponse(tones);
    await page.getByRole('button', { name: 'Test tone: Corridor' }).click();
    await answer;
  }
  await expect(page.getByRole('button', { name: 'No: Corridor' }), 'no tone has played').toHaveCount(0);
  await page.unroute(tones);
  expectConsoleErrors(console, failedCalls);
  await page.getByRole('button', { name: 'Test tone: Corridor' }).click();
  await expect(page.getByRole('button', { name: 'No: Corridor' })).toBeVisible();

  const nurse = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openBoard(nurse, ward);
  const question = nurse.getByRole('complementary').filter({ hasText: 'Do you hear the test tone of Corridor?' });
  await question.getByRole('button', { name: 'Test tone' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(question).toHaveCount(0);
  await expect(screen.getByText('Sound on, heard')).toBeVisible();
  const board = app.database.query
    .selectFrom('board')
    .select('is_sound_heard')
    .where('subject', 'like', 'wall-board:%');
  await expect.poll(async () => (await board.execute()).some((row) => row.is_sound_heard === 1)).toBe(true);
  await nurse.context().close();
  await screen.context().close();
});

test('a wall board behind another window still asks for falls in unknown rooms', async ({
  page,
  browser,
  baseURL,
  app,
  createWard,
}) => {
  await createWard(['Room 1']);
  const screen = await openScreen(browser, baseURL);
  await expect(codeOn(screen)).toBeVisible();
  await openSignedIn(page, 'manager', '/manage/wall-boards');
  await enterCode(page, screen, 'Corridor');
  await expect(cardOf(screen, 'Room 1')).toBeVisible();
  // Playwright cannot hide a page.
  await screen.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  expect((await app.report('annexe-8', 'man_down')).status).toBe(422);
  await expect(screen.getByRole('alert').filter({ hasText: 'annexe-8' })).toBeAttached();
  await app.database.query.deleteFrom('unknown_room_alert').execute();
  await screen.context().close();
});

test('the pages of wall boards are accessible and fit small screens', async ({
  page,
  browser,
  baseURL,
  createWard,
}) => {
  await createWard(['Room 1', 'Room 2', 'Room 3']);
  const screen = await openScreen(browser, baseURL);
  await expect(codeOn(screen)).toBeVisible();
  await expectNoViolations(screen);
  await screen.setViewportSize(screenSize);
  await openSignedIn(page, 'manager', '/manage/wall-boards');
  await enterCode(page, screen, 'Corridor');
  await expect(connection(screen).last()).toBeVisible();
  await expect(cardOf(screen, 'Room 1')).toBeVisible();
  await expectNoViolations(screen);
  await expect(page.getByText('Shown now')).toBeVisible();
  await expectNoViolations(page);
  await expectFitsSmallScreens(page);
  await screen.context().close();
});
