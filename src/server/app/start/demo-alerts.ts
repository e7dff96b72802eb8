/** Lets the simulated staff of the demo read and answer the alerts of all rooms. */
import { answerAlert } from '../../../domain/alerts/alert-actions.ts';
import { parseAlerts } from '../../database/open-alerts.ts';
import type { DemoAlerts } from '../../demo/run-demo.ts';
import { changeAlerts, type ChangeAlertsOptions } from '../../rooms/alerts/change-alerts.ts';

interface DemoAlertsOptions extends ChangeAlertsOptions {
  readonly now: () => number;
}

export function createDemoAlerts(options: DemoAlertsOptions): DemoAlerts {
  return {
    readOpen: async () => {
      const rows = await options.database.query
        .selectFrom('stream')
        .select('open_alerts')
        .where('open_alerts', 'is not', null)
        .execute();
      return rows.flatMap((row) => parseAlerts(row.open_alerts));
    },
    act: ({ alert, action, by }) =>
      changeAlerts(options, alert.streamUUID, ({ alerts, hold }) => {
        const current = alerts.find(({ uuid }) => uuid === alert.uuid);
        // A visitor was faster.
        if (current?.state !== alert.state || current.since !== alert.since) return { result: undefined };
        const answered = answerAlert(current, alerts, action, by, options.now());
        return { result: undefined, ...(typeof answered !== 'string' && { change: { transitions: answered, hold } }) };
      }),
  };
}
