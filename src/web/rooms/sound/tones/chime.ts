/**
 * The notification sound: two soft bell tones, a fourth apart, shorter than a second. Fundamentals
 * of 150 to 1000 Hz with at least four harmonics up to 4000 Hz are audible for ageing ears and on
 * small speakers (compare IEC 60601-1-8).
 */

const tones = [
  { startS: 0, frequency: 523.25 },
  { startS: 0.16, frequency: 698.46 },
];
const harmonics = [1, 0.5, 0.32, 0.24, 0.18];
const lengthS = 0.9;
const attackS = 0.012;
const decayS = 0.22;
const peak = 0.5;

/** The notification sound as mono samples between -1 and 1. `sampleRate` in hertz. */
export function chimeSamples(sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(lengthS * sampleRate));
  for (const { startS, frequency } of tones) {
    for (let index = Math.ceil(startS * sampleRate); index < samples.length; index += 1) {
      const time = index / sampleRate - startS;
      let wave = 0;
      harmonics.forEach((strength, order) => {
        wave += strength * Math.sin(2 * Math.PI * frequency * (order + 1) * time);
      });
      const fadeOut = Math.min(1, (lengthS - index / sampleRate) / 0.05);
      const envelope = Math.min(1, time / attackS) * Math.exp(-time / decayS) * fadeOut;
      samples[index] = (samples[index] ?? 0) + wave * envelope;
    }
  }
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / loudest) * peak);
}
