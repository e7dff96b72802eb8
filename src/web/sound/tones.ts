/**
 * The tones of the alarms and of the chime. The fundamentals and their harmonics lie between 150 and 4000 Hz, so that
 * ageing ears and small speakers reproduce them. An alarm has one pattern of pulses for each alert priority (IEC
 * 60601-1-8, tables 3 and 4).
 */
import type { AlertPriority } from '../../domain/alerts/alert.ts';
import type { Tone } from './audio-output.ts';

interface Pulse {
  /** The start of the pulse in seconds. */
  readonly start: number;
  /** The fundamental of the pulse in hertz. */
  readonly frequency: number;
}

const highGroup = [0, 0.25, 0.5, 1, 1.25];
/** The time in seconds after which the pulses of a high alarm are repeated. */
const highRepeatS = 2;

export const alarmTones: Readonly<Record<AlertPriority, Tone>> = {
  high: alarmTone(660, 0.15, [...highGroup, ...highGroup.map((start) => start + highRepeatS)]),
  medium: alarmTone(520, 0.2, [0, 0.4, 0.8]),
  technical: alarmTone(330, 0.2, [0, 0.45]),
};

/** `pulseS`: the length of each pulse in seconds. A fifth of it is the rise, and a fifth the fall. */
function alarmTone(frequency: number, pulseS: number, starts: readonly number[]): Tone {
  const pulses = starts.map((start) => ({ start, frequency }));
  const envelope = (time: number) => Math.max(0, Math.min(1, Math.min(time, pulseS - time) / (0.2 * pulseS)));
  return (sampleRate) =>
    samplesOf({ pulses, pulseS, envelope, harmonics: [1, 0.8, 0.6, 0.45, 0.35], peak: 0.8 }, sampleRate);
}

/** The notification sound: two soft bell tones, a fourth apart, shorter than a second. */
export const chime: Tone = (sampleRate) =>
  samplesOf(
    {
      pulses: [
        { start: 0, frequency: 523.25 },
        { start: 0.16, frequency: 698.46 },
      ],
      pulseS: 0.74,
      envelope: (time) => Math.min(1, time / 0.012, (0.74 - time) / 0.05) * Math.exp(-time / 0.22),
      harmonics: [1, 0.5, 0.32, 0.24, 0.18],
      peak: 0.5,
    },
    sampleRate,
  );

interface Shape {
  readonly pulses: readonly Pulse[];
  readonly pulseS: number;
  /** Returns the strength of a pulse at a time in seconds after its start. */
  readonly envelope: (time: number) => number;
  /** Relative strengths of the fundamental and its harmonics. */
  readonly harmonics: readonly number[];
  readonly peak: number;
}

function samplesOf({ pulses, pulseS, envelope, harmonics, peak }: Shape, sampleRate: number) {
  const lengthS = Math.max(...pulses.map(({ start }) => start)) + pulseS;
  const samples = new Float32Array(Math.ceil(lengthS * sampleRate) + 1);
  for (const { start, frequency } of pulses) {
    const first = Math.round(start * sampleRate);
    for (let index = 0; index < pulseS * sampleRate; index += 1) {
      const time = index / sampleRate;
      let wave = 0;
      harmonics.forEach((strength, order) => {
        wave += strength * Math.sin(2 * Math.PI * frequency * (order + 1) * time);
      });
      samples[first + index] = (samples[first + index] ?? 0) + wave * envelope(time);
    }
  }
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / loudest) * peak);
}
