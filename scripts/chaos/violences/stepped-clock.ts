import { setTimeout as pause } from 'node:timers/promises';
import { stepClock } from '../set-ups/clock.ts';
import { countFalseAlarms } from '../truth.ts';
import { inTurn, present, type Violence } from './violence.ts';

const hour = 3_600;
const offMs = 12_000;

export const steppedClock: Violence = {
  name: 'step-clock',
  title: 'clock an hour ahead, back, an hour behind, back',
  setUps: ['sqlite', 'cluster'],
  need: 'own-clock',
  rounds: 2,
  round: async ({ clockFile, truth, apps }, round) => {
    const before = await countFalseAlarms(truth);
    for (const seconds of [round % 2 === 0 ? hour : -hour, 0]) {
      await stepClock(present(clockFile), seconds);
      await pause(offMs);
      const offset = await clockOffset(inTurn(apps, 0).service.port);
      if (Math.abs(offset - seconds) > 5)
        return { finding: `the clock is off by ${offset} s, and not by ${seconds} s` };
    }
    const alarms = (await countFalseAlarms(truth)) - before;
    return alarms === 0 ? {} : { finding: `${alarms} rooms were called unreachable` };
  },
};

/** By how much the clock of the process there is ahead, seconds: it dates its answers. */
async function clockOffset(port: number): Promise<number> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 1000);
}
