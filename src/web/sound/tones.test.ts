import { describe, expect, test } from 'vitest';
import { alertPriorities, type AlertPriority } from '../../domain/alerts/alert.ts';
import { alarmTones, chime } from './tones.ts';

const sampleRate = 48_000;

interface Pulse {
  /** The start of the pulse in seconds. */
  readonly start: number;
  readonly length: number;
}

/** Finds the pulses in the samples: parts above a tenth of the full scale, with silent parts of 20 ms between them. */
function pulsesOf(samples: Float32Array): readonly Pulse[] {
  const pulses: { start: number; end: number }[] = [];
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.1) continue;
    const time = index / sampleRate;
    const current = pulses.at(-1);
    if (current === undefined || time - current.end > 0.02) pulses.push({ start: time, end: time });
    else current.end = time;
  }
  return pulses.map(({ start, end }) => ({ start, length: end - start }));
}

/** The silence before each pulse but the first, in seconds. */
function gapsOf(pulses: readonly Pulse[]): readonly number[] {
  return pulses.slice(1).map(({ start }, index) => {
    const before = pulses[index];
    return before === undefined ? 0 : start - before.start - before.length;
  });
}

/** The strength of one frequency (Goertzel algorithm), without a unit. */
function strengthOf(samples: Float32Array, frequency: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sampleRate);
  let last = 0;
  let beforeLast = 0;
  for (const sample of samples) [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
  return Math.sqrt(last ** 2 + beforeLast ** 2 - coefficient * last * beforeLast);
}

function firstPulseOf(samples: Float32Array): Float32Array {
  const [first] = pulsesOf(samples);
  return samples.slice(0, Math.ceil(((first?.start ?? 0) + (first?.length ?? 0)) * sampleRate));
}

/** The strongest frequency between 100 and 1200 Hz, in steps of 5 Hz. */
function fundamentalOf(samples: Float32Array): number {
  const frequencies = Array.from({ length: 221 }, (_none, index) => 100 + index * 5);
  return frequencies.reduce((best, one) => (strengthOf(samples, one) > strengthOf(samples, best) ? one : best));
}

const isShort = (gap: number) => gap > 0.05 && gap < 0.16;

test('the tone of a high alert has a group of three and a group of two pulses, and repeats both', () => {
  const pulses = pulsesOf(alarmTones['high'](sampleRate));
  expect(pulses).toHaveLength(10);
  expect(gapsOf(pulses).map((gap) => (isShort(gap) ? 'short' : gap < 0.5 ? 'middle' : 'long'))).toEqual([
    'short',
    'short',
    'middle',
    'short',
    'long',
    'short',
    'short',
    'middle',
    'short',
  ]);
  for (const { length } of pulses) {
    expect(length).toBeGreaterThan(0.075);
    expect(length).toBeLessThan(0.2);
  }
});

test.each([
  ['medium', 3],
  ['technical', 2],
] as const)('the tone of a %s alert has %i evenly spaced pulses', (priority, count) => {
  const pulses = pulsesOf(alarmTones[priority](sampleRate));
  expect(pulses).toHaveLength(count);
  for (const { length } of pulses) {
    expect(length).toBeGreaterThan(0.125);
    expect(length).toBeLessThan(0.25);
  }
  for (const gap of gapsOf(pulses)) expect(gap).toBeCloseTo(gapsOf(pulses)[0] ?? 0, 2);
});

describe.each(alertPriorities)('the tone of a %s alert', (priority: AlertPriority) => {
  const samples = alarmTones[priority](sampleRate);
  const pulse = firstPulseOf(samples);

  test('has a fundamental of 150 to 1000 Hz and four harmonics within 15 dB of it, from 300 to 4000 Hz', () => {
    const fundamental = fundamentalOf(pulse);
    expect(fundamental).toBeGreaterThanOrEqual(150);
    expect(fundamental).toBeLessThanOrEqual(1_000);
    const strongest = strengthOf(pulse, fundamental);
    const audible = [2, 3, 4, 5]
      .map((order) => order * fundamental)
      .filter((frequency) => frequency >= 300 && frequency <= 4_000)
      .filter((frequency) => 20 * Math.log10(strengthOf(pulse, frequency) / strongest) > -15);
    expect(audible).toHaveLength(4);
  });

  test('does not clip, starts and ends without a click, and is shorter than 5 s', () => {
    expect(samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)).toBeCloseTo(0.8, 2);
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01);
    expect(samples.length / sampleRate).toBeLessThan(5);
  });
});

test('the chime does not clip, starts and ends without a click, and is shorter than 5 s', () => {
  const samples = chime(sampleRate);
  expect(samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)).toBeCloseTo(0.5, 2);
  expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01);
  expect(samples.length / sampleRate).toBeLessThan(1);
});

test('the tones of the priorities have different pitches', () => {
  const pitches = alertPriorities.map((priority) => fundamentalOf(firstPulseOf(alarmTones[priority](sampleRate))));
  expect(new Set(pitches).size).toBe(alertPriorities.length);
});
