import { setTimeout as pause } from 'node:timers/promises';
import { stepClock } from '../set-ups/clock.ts';
import { countFalseAlarms } from '../truth.ts';
import { present, type Violence } from './violence.ts';

const hour = 3_600;
const offMs = 12_000;

export const steppedClock: Violence = {
  name: 'step-clock',
  title: 'clock an hour ahead, back, an hour behind, back',
  setUps: ['sqlite', 'cluster'],
  need: 'own-clock',
  rounds: 2,
  round: async ({ clockFile, truth }, round) => {
    let alarms = 0;
    for (const seconds of [round % 2 === 0 ? hour : -hour, 0]) {
      await stepClock(present(clockFile), seconds);
      await pause(offMs);
      alarms = Math.max(alarms, await countFalseAlarms(truth));
    }
    return alarms === 0 ? undefined : `${alarms} rooms were called unreachable`;
  },
};
