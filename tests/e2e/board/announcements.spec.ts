import type { Page } from '@playwright/test';
import { answerButton } from '../support/alert-rail.ts';
import { expect, test } from '../support/test-ward.ts';

const announced = (page: Page, politeness: 'polite' | 'assertive') =>
  page.locator(`[aria-live="${politeness}"]`).filter({ hasText: 'Room' });

test('a screen reader hears that a fall is over, and when a pause begins and ends', async ({ page, openWard }) => {
  const ward = await openWard(['Room 1', 'Room 2']);
  await ward.report('Room 1', 'man_down');
  await expect(announced(page, 'assertive')).toHaveText('Room 1: Fall detected');
  for (const step of ['I’m on my way', 'I’m here', 'Done']) await answerButton(page, 'Room 1', step).click();
  await expect(announced(page, 'polite')).toHaveText('Room 1: Fall detected, Alert ended');

  const options = page.getByRole('button', { name: 'Room options: Room 2' });
  const choice = (name: string) => page.getByRole('dialog', { name: 'Room 2' }).getByRole('button', { name });
  await options.click();
  await choice('30 min').click();
  await expect(announced(page, 'polite')).toHaveText('Room 2: Paused');
  await options.click();
  await choice('End the pause').click();
  await expect(announced(page, 'polite')).toHaveText('Room 2: Pause ended');
});
