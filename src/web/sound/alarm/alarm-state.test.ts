import { describe, expect, test } from 'vitest';
import { type AlarmEvent, type AlarmState, initialAlarm, nextAlarm, reduceAlarm } from './alarm-state.ts';
import type { RaisedAlerts } from '../../live/raised-alerts.ts';

const fall = { key: 'fall', priority: 'high' } as const;
const otherFall = { key: 'other fall', priority: 'high' } as const;
const camera = { key: 'camera', priority: 'technical' } as const;
const otherCamera = { key: 'other camera', priority: 'technical' } as const;
const outOfBed = { key: 'out of bed', priority: 'medium' } as const;

const raise = (...raised: RaisedAlerts): AlarmEvent => ({ type: 'alerts', raised });
const lose = (since: number, downSince?: number): AlarmEvent => ({ type: 'loss', loss: { since, downSince } });
const recover: AlarmEvent = { type: 'loss', loss: undefined };
const touch: AlarmEvent = { type: 'touched' };

/** The events of a test, by the second at which they happen. */
type Script = Readonly<Record<number, AlarmEvent | readonly AlarmEvent[]>>;

/** Runs a board and returns its sounds, each as "second priority". Reads the state every second, as a timer would. */
function soundsOf(script: Script, seconds: number, start: AlarmState = initialAlarm({})): readonly string[] {
  const sounds: string[] = [];
  let state = start;
  for (let second = 0; second <= seconds; second += 1) {
    const now = second * 1_000;
    for (const event of [script[second] ?? []].flat()) state = reduceAlarm(state, event, now);
    const next = nextAlarm(state, now);
    if (next?.waitMs !== 0) continue;
    sounds.push(`${second} ${next.priority}`);
    state = reduceAlarm(state, { type: 'sounded', priority: next.priority }, now);
  }
  return sounds;
}

describe('alarms of alerts of high and medium priority', () => {
  test.each<[string, Script, readonly string[]]>([
    ['sound at once and every 10 s', { 1: raise(fall) }, ['1 high', '11 high', '21 high']],
    ['are silent once all of them are answered', { 1: raise(fall), 12: raise() }, ['1 high', '11 high']],
    [
      'of several priorities sound with the highest one',
      { 1: raise(outOfBed, fall) },
      ['1 high', '11 high', '21 high'],
    ],
    [
      'sound at once when the priority rises, and go on with the lower priority when the fall is answered',
      { 1: raise(outOfBed), 3: raise(outOfBed, fall), 5: raise(outOfBed) },
      ['1 medium', '3 high', '13 medium', '23 medium'],
    ],
    [
      'that follow others of their priority sound before the next repetition, but not over the last sound',
      { 1: raise(fall), 2: raise(fall, otherFall), 12: raise(otherFall) },
      ['1 high', '6 high', '16 high'],
    ],
    [
      'that are raised again sound at once',
      { 1: raise(fall), 2: raise(), 4: raise({ ...fall, key: 'again' }) },
      ['1 high', '4 high', '14 high', '24 high'],
    ],
    ['sound although somebody touches the board', { 1: raise(fall), 2: touch }, ['1 high', '11 high', '21 high']],
  ])('alerts %s', (_, script, sounds) => {
    expect(soundsOf(script, 25)).toEqual(sounds);
  });

  test('200 alerts that are raised at once make one sound', () => {
    const many = Array.from({ length: 200 }, (_none, index) => ({ key: `${index}`, priority: 'high' }) as const);
    const growing = Object.fromEntries(many.map((_alert, index) => [index, raise(...many.slice(0, index + 1))]));
    expect(soundsOf({ 0: raise(...many) }, 9)).toEqual(['0 high']);
    expect(soundsOf(growing, 11), 'one more each second').toEqual(['0 high', '5 high', '10 high']);
  });
});

describe('the alarm of a board that is not current', () => {
  test.each<[string, Script, readonly string[]]>([
    ['sounds 28 s after its last data', { 15: lose(0) }, ['28 technical', '38 technical']],
    [
      'sounds within 3 s of the moment at which it knows that its server is down',
      { 5: lose(0), 7: lose(0, 7_000) },
      ['10 technical', '20 technical', '30 technical', '40 technical'],
    ],
    [
      'sounds also when its server was known to be down before a reload, and the new page does not know that yet',
      { 5: lose(0, 5_000), 6: lose(6) },
      ['8 technical', '18 technical', '28 technical', '38 technical'],
    ],
    ['is silent when it is current again before its alarm is due', { 5: lose(0, 5_000), 7: recover }, []],
    [
      'has 10 s to connect again after the computer was asleep',
      { 20: lose(-3_600_000) },
      ['30 technical', '40 technical'],
    ],
    ['falls silent when it is current again', { 5: lose(0, 5_000), 12: recover }, ['8 technical']],
    ['falls silent when somebody touches it', { 5: lose(0, 5_000), 12: touch }, ['8 technical']],
    [
      'is not silenced by a touch before it was due to sound',
      { 5: lose(0, 5_000), 6: touch, 12: touch },
      ['8 technical'],
    ],
    [
      'sounds again after a touch when its connection comes back and is lost again',
      { 5: lose(0, 5_000), 12: touch, 20: recover, 25: lose(25_000, 25_000) },
      ['8 technical', '28 technical', '38 technical'],
    ],
  ])('a board that is not current %s', (_, script, sounds) => {
    expect(soundsOf(script, 40)).toEqual(sounds);
  });

  test('a board that is not current sounds every 10 s for two minutes, and then every two minutes', () => {
    const seconds = soundsOf({ 0: lose(0, 0) }, 400).map((sound) => Number.parseInt(sound, 10));
    expect(seconds).toEqual([...Array.from({ length: 13 }, (_none, index) => 3 + index * 10), 243, 363]);
  });

  test('the alarm of a board that is not current continues after a reload of the page', () => {
    const touched = [lose(-10_000, -10_000), touch].reduce(
      (state, event, index) => reduceAlarm(state, event, index * 5_000 - 10_000),
      initialAlarm({}),
    );
    expect(soundsOf({ 0: lose(0, 0) }, 40, initialAlarm(touched))).toEqual([]);
    const loss = { since: 0, noticedAt: 0, downSince: 0, firstSoundAt: -220_000, lastSoundAt: -100_000 };
    expect(soundsOf({ 0: lose(0) }, 40, initialAlarm({ loss }))).toEqual(['20 technical']);
  });

  test('a touch silences a board that is not current for 10 minutes, and then it sounds every 10 s again', () => {
    const silent = soundsOf({ 0: lose(0, 0), 13: touch, 400: touch }, 640);
    expect(silent).toEqual(['3 technical', '613 technical', '623 technical', '633 technical']);
    const alerted = soundsOf({ 0: [raise(fall), lose(0, 0)], 13: touch }, 630);
    expect(alerted).toEqual(['0 high', '10 high', '613 high', '623 high']);
  });

  test('a board that is not current sounds for its last known alerts until it is touched, and for alerts that are raised later', () => {
    const script = { 0: [raise(fall), lose(0, 0)], 13: touch, 30: raise(fall, outOfBed), 35: recover };
    expect(soundsOf(script, 35)).toEqual(['0 high', '10 high', '30 medium', '35 high']);
  });
});

describe('alarms of technical alerts', () => {
  test.each<[string, Script, readonly string[]]>([
    ['sound once, and again every 15 minutes', { 1: raise(camera) }, ['1 technical', '901 technical']],
    ['are silent once they are answered', { 1: raise(camera), 500: raise() }, ['1 technical']],
    [
      'that are raised within 5 s make one sound',
      { 1: raise(camera), 4: raise(camera, otherCamera) },
      ['1 technical', '901 technical'],
    ],
    [
      'that are raised more than 5 s apart make a second sound a minute after the first one',
      { 1: raise(camera), 8: raise(camera, otherCamera) },
      ['1 technical', '61 technical', '961 technical'],
    ],
    [
      'sound only when the alerts of residents are answered',
      { 1: raise(fall), 2: raise(fall, camera), 15: raise(camera) },
      ['1 high', '11 high', '15 technical', '915 technical'],
    ],
    [
      'that are raised while the board is not current sound when it is current again',
      { 1: raise(camera), 20: lose(20_000), 25: raise(camera, otherCamera), 70: recover },
      ['1 technical', '48 technical', '58 technical', '68 technical', '70 technical', '970 technical'],
    ],
  ])('technical alerts %s', (_, script, sounds) => {
    expect(soundsOf(script, 1_000)).toEqual(sounds);
  });
});

test.each<[string, readonly AlarmEvent[]]>([
  ['of a fall', [raise(fall), { type: 'sounded', priority: 'high' }]],
  ['of a technical alert', [raise(camera), { type: 'sounded', priority: 'technical' }]],
  ['of a lost board', [lose(0), { type: 'sounded', priority: 'technical' }]],
  ['of a lost board that was not due yet', [lose(3_600_000)]],
  ['of a board that was touched', [lose(0), { type: 'sounded', priority: 'technical' }, touch]],
])('after the clock of the computer was set back by an hour, the alarm %s sounds at once', (_, events) => {
  const state = events.reduce((before, event) => reduceAlarm(before, event, 3_600_000), initialAlarm({}));
  expect(nextAlarm(state, 0)?.waitMs).toBe(0);
});

test('a board sounds after the usual delay if the clock of the computer was set back before its connection was lost', () => {
  expect(soundsOf({ 1: lose(3_600_000) }, 60)).toEqual([
    '29 technical',
    '39 technical',
    '49 technical',
    '59 technical',
  ]);
});
