import { expect, test } from 'vitest';
import { chimeSamples } from './chime.ts';

const sampleRate = 48_000;
const samples = chimeSamples(sampleRate);

/** The strength of one frequency in the notification sound (Goertzel algorithm), without a unit. */
function strengthOf(frequency: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sampleRate);
  let last = 0;
  let beforeLast = 0;
  for (const sample of samples) [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
  return Math.sqrt(last ** 2 + beforeLast ** 2 - coefficient * last * beforeLast);
}

test('the notification sound is shorter than 1 s, does not clip, and starts and ends without a click', () => {
  expect(samples.length / sampleRate).toBeLessThan(1);
  expect(Math.max(...samples.map(Math.abs))).toBeCloseTo(0.5, 3);
  expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.001);
});

test('the notification sound has four harmonics within 15 dB of its fundamental, and nothing above 4000 Hz', () => {
  const fundamental = 698.46;
  const strengths = [1, 2, 3, 4, 5].map((order) => strengthOf(fundamental * order));
  const strongest = Math.max(...strengths);
  for (const strength of strengths) expect(20 * Math.log10(strength / strongest)).toBeGreaterThan(-15);
  expect(strengthOf(5_500)).toBeLessThan(strongest / 20);
});
