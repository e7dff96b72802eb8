/**
 * The alarm tones: one pattern of pulses for each alert priority (IEC 60601-1-8, tables 3 and 4). The fundamental and
 * its harmonics lie between 150 and 4000 Hz, so that ageing ears and small speakers reproduce them.
 */
import type { AlertPriority } from '../../../../domain/alerts/alert.ts';
import type { Tone } from '../audio-output.ts';

interface AlarmPattern {
  /** Fundamental in hertz. */
  readonly frequency: number;
  /** Length of each pulse in seconds. */
  readonly pulseS: number;
  /** When each pulse starts, in seconds. */
  readonly starts: readonly number[];
}

const highGroup = [0, 0.25, 0.5, 1, 1.25];
/** When the group of a high alarm starts again. */
const highRepeatS = 2;

const alarmPatterns: Readonly<Record<AlertPriority, AlarmPattern>> = {
  high: { frequency: 660, pulseS: 0.15, starts: [...highGroup, ...highGroup.map((start) => start + highRepeatS)] },
  medium: { frequency: 520, pulseS: 0.2, starts: [0, 0.4, 0.8] },
  technical: { frequency: 330, pulseS: 0.2, starts: [0, 0.45] },
};

/** Relative strengths of the fundamental and its harmonics. */
const harmonics = [1, 0.8, 0.6, 0.45, 0.35];
/** The rise and the fall of a pulse, as a part of its length. */
const rise = 0.2;
const peak = 0.8;

export const alarmTones: Readonly<Record<AlertPriority, Tone>> = {
  high: (sampleRate) => alarmSamples('high', sampleRate),
  medium: (sampleRate) => alarmSamples('medium', sampleRate),
  technical: (sampleRate) => alarmSamples('technical', sampleRate),
};

function alarmSamples(priority: AlertPriority, sampleRate: number): Float32Array<ArrayBuffer> {
  const { frequency, pulseS, starts } = alarmPatterns[priority];
  const pulse = pulseSamples(frequency, pulseS, sampleRate);
  const lengthS = Math.max(...starts) + pulseS;
  const samples = new Float32Array(Math.ceil(lengthS * sampleRate) + 1);
  for (const start of starts) samples.set(pulse, Math.round(start * sampleRate));
  return samples;
}

function pulseSamples(frequency: number, pulseS: number, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.floor(pulseS * sampleRate)).map((_none, index) => {
    const time = index / sampleRate;
    const toEdge = Math.min(time, pulseS - time) / (rise * pulseS);
    const wave = harmonics.reduce(
      (sum, strength, order) => sum + strength * Math.sin(2 * Math.PI * frequency * (order + 1) * time),
      0,
    );
    return wave * Math.min(1, toEdge);
  });
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / loudest) * peak);
}
