/**
 * Plays the notification sound. Browsers block the sound of a page until the user has clicked or pressed a key, and
 * sometimes block it again later. `isBlocked` lets the board show that the sound is off.
 */
import { createChimeLimit } from './chime-limit.ts';
import { chimeSamples } from './chime.ts';

export interface NotificationSound {
  /** Opens the audio output. Before `open` and after `close`, `isBlocked` returns false and `play` only logs. */
  open(): void;
  /** Plays the sound, at most once a second. Never throws. A sound that cannot be played is logged (LIVE-5). */
  play(): void;
  /** Unblocks the sound and plays it once. The browser allows this only during a click or a key press. */
  unlock(): void;
  isBlocked(): boolean;
  /** Calls the listener on every change of `isBlocked`. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** The events that unblock the sound. With `pointerdown` the sound strip would vanish before the tap has ended. */
const gestures = ['click', 'keydown'];

export function createNotificationSound(): NotificationSound {
  const listeners = new Set<() => void>();
  let isOpen = false;
  let output: AudioOutput | undefined;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  const limit = createChimeLimit(() => {
    try {
      if (output === undefined) throw new Error('there is no audio output');
      if (output.context.state !== 'running') throw new Error(`the audio output is ${output.context.state}`);
      output.chime();
    } catch (error) {
      console.warn('The notification sound could not be played, reason:', reasonOf(error));
    }
  });

  /** Unblocks the sound. Called after a click or a key press anywhere on the page. */
  function resume(): void {
    // NOTE: the promise of `resume()` may never settle, so the code uses the state of the audio context instead.
    if (output?.context.state !== 'running') output?.context.resume().catch(() => undefined);
  }

  return {
    open: () => {
      isOpen = true;
      output = openOutput(notify);
      for (const gesture of gestures) document.addEventListener(gesture, resume, { passive: true });
      notify();
    },
    play: limit.request,
    unlock: () => {
      resume();
      if (output?.context.state === 'running') limit.request();
      else output?.context.addEventListener('statechange', limit.request, { once: true });
    },
    isBlocked: () => isOpen && output?.context.state !== 'running',
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      isOpen = false;
      limit.stop();
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
    // Limits the volume when many rooms play a sound at once.
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
