import { setTimeout as pause } from 'node:timers/promises';
import { stepClock } from '../environments/fake-clock.ts';
import { countOfflineAlarms } from '../expected-state.ts';
import { type Fault, inTurn, present } from './fault.ts';

const hourSeconds = 3_600;
const steppedMs = 12_000;
const maxErrorSeconds = 5;

export const steppedClock: Fault = {
  name: 'step-clock',
  title: 'clock stepped by an hour, forward or back, and corrected',
  environments: ['sqlite', 'cluster'],
  variant: 'fake-clock',
  rounds: 2,
  inject: async ({ clockFile, database, apps }, round) => {
    const alarmsBefore = await countOfflineAlarms(database);
    for (const seconds of [round % 2 === 0 ? hourSeconds : -hourSeconds, 0]) {
      await stepClock(present(clockFile), seconds);
      await pause(steppedMs);
      const offset = await clockOffset(inTurn(apps, 0).service.port);
      if (Math.abs(offset - seconds) > maxErrorSeconds)
        return { problem: `the clock is off by ${offset} s instead of ${seconds} s` };
    }
    const alarms = (await countOfflineAlarms(database)) - alarmsBefore;
    return alarms === 0 ? {} : { problem: `${alarms} rooms were reported offline` };
  },
};

/** How far the clock of the process on this port is ahead, in seconds, by the date of its response. */
async function clockOffset(port: number): Promise<number> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 1000);
}
