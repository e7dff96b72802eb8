import { setTimeout as pause } from 'node:timers/promises';
import { stepClock } from '../environments/clock.ts';
import { countFalseAlarms } from '../expected-state.ts';
import { inTurn, present, type Fault } from './fault.ts';

const hour = 3_600;
const offMs = 12_000;

export const steppedClock: Fault = {
  name: 'step-clock',
  title: 'clock an hour ahead, back, an hour behind, back',
  environments: ['sqlite', 'cluster'],
  need: 'own-clock',
  rounds: 2,
  round: async ({ clockFile, database, apps }, round) => {
    const before = await countFalseAlarms(database);
    for (const seconds of [round % 2 === 0 ? hour : -hour, 0]) {
      await stepClock(present(clockFile), seconds);
      await pause(offMs);
      const offset = await clockOffset(inTurn(apps, 0).service.port);
      if (Math.abs(offset - seconds) > 5)
        return { finding: `the clock is off by ${offset} s, and not by ${seconds} s` };
    }
    const alarms = (await countFalseAlarms(database)) - before;
    return alarms === 0 ? {} : { finding: `${alarms} rooms were called unreachable` };
  },
};

/** By how much the clock of the process there is ahead, seconds: it dates its answers. */
async function clockOffset(port: number): Promise<number> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 1000);
}
