/**
 * The audio output of the page. Browsers block the sound of a page until the user has clicked or pressed a key, and
 * sometimes block it again later.
 */
import { createStore } from '../shared/create-store.ts';

/** Renders a tone as mono samples between -1 and 1. `sampleRate` in hertz. */
export type Tone = (sampleRate: number) => Float32Array<ArrayBuffer>;

interface Output {
  readonly context: AudioContext;
  readonly destination: AudioNode;
  readonly buffers: Map<Tone, AudioBuffer>;
}

/**
 * The events that unblock the sound. `pointerdown` is not among them, because the sound strip would disappear before
 * the tap has ended.
 */
const gestures = ['click', 'keydown'];

/** `blocked`: the browser does not let the page sound, or there is no output. `closed`: the page plays no sounds. */
export const audioState = createStore<'closed' | 'blocked' | 'running'>('closed');

let output: Output | undefined;

/**
 * Opens the audio output and renders the tones in advance, because rendering takes longer than a sound may wait. Before
 * this call and after `closeAudio`, the sound does not count as blocked.
 */
export function openAudio(tones: readonly Tone[]): void {
  if (audioState.get() === 'closed') {
    output = createOutput();
    for (const gesture of gestures) document.addEventListener(gesture, resumeAudio, { passive: true });
    updateState();
  }
  if (output !== undefined) for (const tone of tones) bufferOf(output, tone);
}

export function closeAudio(): void {
  for (const gesture of gestures) document.removeEventListener(gesture, resumeAudio);
  output?.context.close().catch(() => undefined);
  output = undefined;
  audioState.set('closed');
}

/** Plays a tone and returns the function that stops it. Logs a tone that cannot be played under its name (LIVE-5). */
export function playTone(name: string, tone: Tone, volume: number): () => void {
  try {
    return startTone(tone, volume);
  } catch (error) {
    console.warn(`The ${name} could not be played, reason:`, reasonOf(error));
    return () => {};
  }
}

function startTone(tone: Tone, volume: number): () => void {
  if (output === undefined) throw new Error('there is no audio output');
  const { context, destination } = output;
  if (context.state !== 'running') throw new Error(`the audio output is ${context.state}`);
  const source = new AudioBufferSourceNode(context, { buffer: bufferOf(output, tone) });
  source.connect(new GainNode(context, { gain: volume })).connect(destination);
  source.start();
  return () => source.stop();
}

/** Unblocks the sound. The browser allows this only during a click or a key press. */
export function resumeAudio(): void {
  // NOTE: the promise of `resume()` may never settle, so the state of the audio context is used instead.
  if (output?.context.state !== 'running') output?.context.resume().catch(() => undefined);
}

export function isAudioBlocked(): boolean {
  return audioState.get() === 'blocked';
}

function updateState(): void {
  audioState.set(output?.context.state === 'running' ? 'running' : 'blocked');
}

function createOutput(): Output | undefined {
  try {
    const context = new AudioContext();
    context.addEventListener('statechange', () => output?.context === context && updateState());
    // The limiter keeps the volume in bounds when several sounds play at once.
    const limiter = new DynamicsCompressorNode(context, { threshold: -12, ratio: 20 });
    limiter.connect(context.destination);
    return { context, destination: limiter, buffers: new Map() };
  } catch (error) {
    console.warn('There is no audio output, reason:', reasonOf(error));
    return undefined;
  }
}

function bufferOf({ context, buffers }: Output, tone: Tone): AudioBuffer {
  const known = buffers.get(tone);
  if (known !== undefined) return known;
  const samples = tone(context.sampleRate);
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  buffers.set(tone, buffer);
  return buffer;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
