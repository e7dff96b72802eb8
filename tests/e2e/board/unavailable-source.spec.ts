import { cardOf, expect, headerOf, openBoard, test } from '../support/test-ward.ts';

test('[WARD-3] a card and a row name the device that is offline, until it reports again', async ({
  page,
  app,
  createWard,
}) => {
  // The demo has a device for room-105, so a room of this ward gets that alias.
  const ward = await createWard(['Room 105']);
  const { query } = app.database;
  await query.updateTable('stream').set({ alias: null }).where('alias', '=', 'room-105').execute();
  await query.updateTable('stream').set({ alias: 'room-105' }).where('uuid', '=', ward.uuidOf('Room 105')).execute();
  const send = async (message: object) => {
    const answer = await fetch(`${app.url}/api/equipment/mats`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device: 'mat-12', ...message }),
    });
    expect(answer.status).toBe(200);
  };
  await openBoard(page, ward);
  await send({ status: 'in_bed' });
  await expect(headerOf(page, 'Room 105')).toHaveText('Room 105In bed');
  await send({ online: false });
  await expect(headerOf(page, 'Room 105')).toHaveText('Room 105Camera unreachableNot working: device');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('row', { name: 'Room 105' })).toContainText('Not working: device');
  await page.getByRole('button', { name: 'Cards' }).click();
  await send({ online: true });
  await expect(headerOf(page, 'Room 105')).toHaveText('Room 105Starting up');
  await send({ status: 'out_of_bed' });
  await expect(headerOf(page, 'Room 105')).toHaveText('Room 105Out of bed');
  await page.reload();
  await expect(cardOf(page, 'Room 105')).not.toContainText('Not working');
});
