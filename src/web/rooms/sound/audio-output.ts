/**
 * The audio output of the page. Browsers block the sound of a page until the user has clicked or pressed a key, and
 * sometimes block it again later. `isBlocked` lets the board show that the sound is off.
 */

/** Renders a tone as mono samples between -1 and 1. `sampleRate` in hertz. */
export type Tone = (sampleRate: number) => Float32Array<ArrayBuffer>;

interface Output {
  readonly context: AudioContext;
  readonly destination: AudioNode;
  readonly buffers: Map<Tone, AudioBuffer>;
}

/** The events that unblock the sound. With `pointerdown` the sound strip would vanish before the tap has ended. */
const gestures = ['click', 'keydown'];

const listeners = new Set<() => void>();
let isOpen = false;
let output: Output | undefined;

/**
 * Opens the audio output and renders the tones, which takes longer than a sound may wait. Before this and after
 * `closeAudio`, the sound does not count as blocked.
 */
export function openAudio(tones: readonly Tone[]): void {
  if (!isOpen) {
    isOpen = true;
    output = createOutput();
    for (const gesture of gestures) document.addEventListener(gesture, resumeAudio, { passive: true });
    notify();
  }
  if (output !== undefined) for (const tone of tones) bufferOf(output, tone);
}

export function closeAudio(): void {
  if (!isOpen) return;
  isOpen = false;
  for (const gesture of gestures) document.removeEventListener(gesture, resumeAudio);
  output?.context.close().catch(() => undefined);
  output = undefined;
  notify();
}

/** Plays a tone. Returns the function that stops it. Throws if there is no output or if the browser blocks it. */
export function playTone(tone: Tone, volume: number): () => void {
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
  // NOTE: the promise of `resume()` may never settle, so the code uses the state of the audio context instead.
  if (output?.context.state !== 'running') output?.context.resume().catch(() => undefined);
}

export function isAudioBlocked(): boolean {
  return isOpen && output?.context.state !== 'running';
}

/** Whether the page can sound now. Unlike a blocked sound, a closed output does not count. */
export function isAudioRunning(): boolean {
  return output?.context.state === 'running';
}

/** Calls the listener on every change of `isAudioBlocked`. Returns the function that unsubscribes. */
export function subscribeAudio(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function createOutput(): Output | undefined {
  try {
    const context = new AudioContext();
    context.addEventListener('statechange', notify);
    // Limits the volume when several sounds play at once.
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

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
