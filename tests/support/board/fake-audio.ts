/** A loudspeaker for tests without a browser. It knows the sounds of a board by their lengths. */

interface Sound {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly name: string;
  readonly volume: number;
}

const sampleRate = 8_000;
/** Seconds, in tenths. */
const lengths = new Map([
  [34, 'high'],
  [10, 'medium'],
  [7, 'technical'],
  [9, 'chime'],
]);

interface FakeBuffer {
  readonly length: number;
  readonly copyToChannel: () => void;
}

class FakeNode {
  connect<Node>(node: Node): Node {
    return node;
  }
}

/** The globals of the Web Audio API for `vi.stubGlobal`, and the sounds that were played. */
export function createFakeAudio() {
  const sounds: Sound[] = [];

  class AudioContext extends EventTarget {
    readonly state = 'running';
    readonly sampleRate = sampleRate;
    readonly destination = new FakeNode();
    createBuffer(_channels: number, length: number): FakeBuffer {
      return { length, copyToChannel: () => undefined };
    }
    close(): Promise<void> {
      return Promise.resolve();
    }
  }

  class GainNode extends FakeNode {
    readonly gain: number;
    constructor(_context: unknown, options: { gain: number }) {
      super();
      this.gain = options.gain;
    }
  }

  class AudioBufferSourceNode extends FakeNode {
    readonly buffer: FakeBuffer;
    volume = 1;
    constructor(_context: unknown, options: { buffer: FakeBuffer }) {
      super();
      this.buffer = options.buffer;
    }
    override connect<Node>(node: Node): Node {
      if (node instanceof GainNode) this.volume = node.gain;
      return node;
    }
    start(): void {
      const name = lengths.get(Math.round((this.buffer.length / sampleRate) * 10)) ?? 'unknown';
      sounds.push({ at: Date.now(), name, volume: this.volume });
    }
    stop(): void {}
  }

  return { sounds, globals: { AudioContext, GainNode, AudioBufferSourceNode, DynamicsCompressorNode: FakeNode } };
}
