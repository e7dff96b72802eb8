/**
 * Plays the notification sound. Browsers keep a page mute until a person has touched it, and lock it
 * again at times; a board that is believed to be loud and is not must say so, hence `isBlocked`.
 */
import { chimeSamples } from './chime.ts';

export interface NotificationSound {
  /** Takes the audio output. Before that, and after `close`, nothing is blocked and nothing sounds. */
  open(): void;
  /** Never throws: a sound that cannot be played is logged and ignored (LIVE-5). */
  play(): void;
  /** Has to be called from a touch or a key; the sound is then heard once, as the proof. */
  unlock(): void;
  isBlocked(): boolean;
  /** Tells of every change of `isBlocked`. Returns the way to stop listening. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Not `pointerdown`: the strip would go while the finger is still on it, and the page move beneath a tap. */
const gestures = ['click', 'keydown'];

export function createNotificationSound(): NotificationSound {
  const listeners = new Set<() => void>();
  let isOpen = false;
  let output: AudioOutput | undefined;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function play(): void {
    try {
      if (output === undefined) throw new Error('there is no audio output');
      if (output.context.state !== 'running') throw new Error(`the audio output is ${output.context.state}`);
      output.chime();
    } catch (error) {
      console.warn('The notification sound could not be played, reason:', reasonOf(error));
    }
  }

  /** A touch anywhere on the page is enough to be allowed to sound. */
  function resume(): void {
    // NOTE: the promise of resume() may never settle; only the state tells the truth.
    if (output?.context.state !== 'running') output?.context.resume().catch(() => undefined);
  }

  return {
    open: () => {
      isOpen = true;
      output = openOutput(tell);
      for (const gesture of gestures) document.addEventListener(gesture, resume, { passive: true });
      tell();
    },
    play,
    unlock: () => {
      resume();
      if (output?.context.state === 'running') play();
      else output?.context.addEventListener('statechange', play, { once: true });
    },
    isBlocked: () => isOpen && output?.context.state !== 'running',
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      isOpen = false;
      for (const gesture of gestures) document.removeEventListener(gesture, resume);
      output?.context.close().catch(() => undefined);
      output = undefined;
    },
  };
}

interface AudioOutput {
  readonly context: AudioContext;
  readonly chime: () => void;
}

function openOutput(onChange: () => void): AudioOutput | undefined {
  try {
    const context = new AudioContext();
    context.addEventListener('statechange', onChange);
    const samples = chimeSamples(context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    // Many rooms at once must not become a roar.
    const limiter = new DynamicsCompressorNode(context, { threshold: -12, ratio: 20 });
    limiter.connect(context.destination);
    return {
      context,
      chime: () => {
        const source = new AudioBufferSourceNode(context, { buffer });
        source.connect(limiter);
        source.start();
      },
    };
  } catch (error) {
    console.warn('There is no audio output, reason:', reasonOf(error));
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
