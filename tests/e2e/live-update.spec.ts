import { expect, signIn, test, wardAddress } from './support/fixtures.ts';
import { nurseLocation } from '../../src/server/demo/demo-home.ts';

test('[PROD-3] [LIVE-2] a report changes its card at once and plays a sound', async ({ page, app, report, ears }) => {
  const ward = app.home.wards.find(({ locationUUID }) => locationUUID === nurseLocation.uuid);
  const rooms = app.home.rooms.filter((room) => room.wardUUID === ward?.uuid && room.status === 'ACTIVE');
  const room = rooms[0];
  if (ward === undefined || room === undefined) throw new Error('the demo home has no room for the nurse');
  await signIn(page, 'nurse', wardAddress(app, ward.uuid));
  const card = page.getByRole('article', { name: room.displayName });
  await expect(card).toBeVisible();
  const before = ears.count();
  await report(room.uuid, 'man_down');
  await expect(card.getByText('Man down').first()).toBeVisible();
  await expect.poll(() => ears.count()).toBe(before + 1);
});
