import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { small } from '../../../../tests/support/homes/small-home.ts';
import type { AlertAction } from '../../../domain/alerts/alert-actions.ts';
import { demoStaff } from '../../demo/simulate-staff.ts';
import { createDemoAlerts } from './demo-alerts.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const [by] = demoStaff;
const states = async () =>
  (await createDemoAlerts({ ...app, now: Date.now }).readOpen()).map(({ state, by: actor }) => [state, actor]);

test('the simulated staff answer an alert, but not with a decision that a visitor has overtaken', async () => {
  await app.report({ stream: small.streamA1x1, status: 1 });
  const alerts = createDemoAlerts({ ...app, now: Date.now });
  const [alert] = await alerts.readOpen();
  if (alert === undefined) throw new Error('there is no alert');
  const act = (action: AlertAction) => alerts.act({ alert, action, by });
  await act({ kind: 'acknowledge' });
  expect(await states()).toEqual([['acknowledged', by]]);
  await act({ kind: 'resolve', resolution: 'helped', note: null });
  expect(await states()).toEqual([['acknowledged', by]]);
});
