import { nightAt } from '../../../src/domain/history/nights/night.ts';
import { localClockOf } from '../../../src/domain/local-time/local-clock.ts';
import { parseAlert } from '../../../src/server/database/open-alerts.ts';
import { createNightCounter } from '../../../src/server/history/nights/night-counter.ts';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/test-ward.ts';

const dayMs = 86_400_000;

test(
  'a manager reads the figures of a ward, opens the alerts behind a number and the history of one of them',
  { tag: '@narrow' },
  async ({ page, app, createWard }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    const { query } = app.database;
    for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'man_down');
    await ward.report('Room 1', 'in_bed');
    // The log and the alerts become those of the last night that has ended.
    const night = nightAt(localClockOf(undefined), Date.now() - dayMs);
    const shift = Date.now() - (night.from + dayMs / 2);
    for (const stream of ['Room 1', 'Room 2'].map((room) => ward.uuidOf(room))) {
      await query
        .updateTable('report')
        .set(({ eb }) => ({ at: eb('at', '-', shift), received_at: eb('received_at', '-', shift) }))
        .where('stream_uuid', '=', stream)
        .execute();
      const events = await query.selectFrom('alert_event').selectAll().where('stream_uuid', '=', stream).execute();
      for (const { sequence, alert, at } of events) {
        const { since, startedAt, ...others } = parseAlert(alert);
        const moved = JSON.stringify({ ...others, since: since - shift, startedAt: startedAt - shift });
        await query
          .updateTable('alert_event')
          .set({ at: at - shift, alert: moved })
          .where('sequence', '=', sequence)
          .execute();
      }
    }
    await createNightCounter({ database: app.database, now: Date.now, pauseMs: 0 }).count();

    await openSignedIn(page, 'admin', `/manage/figures?place=${ward.uuid}`);
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible();
    const falls = page.getByRole('definition').filter({ hasText: /^2$/ });
    await expect(falls.first()).toBeVisible();
    await expect(page.getByText(/^Alerts of a fall or of somebody sitting/)).toBeVisible();
    await expectNoViolations(page);
    const table = page.getByRole('region', { name: 'By room and device' });
    await table
      .getByRole('row', { name: /Room 1/ })
      .getByRole('link')
      .first()
      .click();
    const row = page.getByRole('row').filter({ hasText: 'Fall detected' });
    await expect(row).toHaveCount(1);
    await expectNoViolations(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('room-status-alerts.csv');
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Room 1 History' })).toBeVisible();
    await page.goBack();
    await expect(row).toHaveCount(1);
    await expectFitsSmallScreens(page);
  },
);
