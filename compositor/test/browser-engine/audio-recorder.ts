import type { StereoBlock } from '../../src/audio/audio-format.ts';
import { floatsOf, toBase64 } from './engine-page.ts';

/**
 * Script that records what the audio contexts of a page play. It must run before they are created. `contexts` are
 * those contexts, in the order of their creation. `recording` of each resolves when it is recorded.
 */
export const recordAudio = `
  globalThis.contexts = [];
  const processor = \`registerProcessor('recorder', class extends AudioWorkletProcessor {
    process([[left, right]]) {
      if (left) this.port.postMessage({ frame: currentFrame, left: left.slice(), right: (right ?? left).slice() });
      return true;
    }
  })\`;
  globalThis.AudioContext = class extends AudioContext {
    constructor(options) {
      super(options);
      contexts.push(this);
      this.chunks = [];
      this.tap = new GainNode(this);
      const url = URL.createObjectURL(new Blob([processor], { type: 'text/javascript' }));
      this.recording = this.audioWorklet.addModule(url).then(() => {
        const recorder = new AudioWorkletNode(this, 'recorder');
        recorder.port.onmessage = ({ data }) => this.chunks.push(data);
        this.tap.connect(recorder);
        connect.call(recorder, this.destination);
      });
    }
  };
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target === this.context.destination && this.context.tap) connect.call(this, this.context.tap);
    return connect.call(this, target, ...rest);
  };
`;

/** Function of a page that returns the chunks of a recorded context, as text. */
const chunksOf = `({ chunks }) => {
  const sides = ['left', 'right'].map((side) => {
    const samples = new Float32Array(chunks.length * 128);
    chunks.forEach((chunk, index) => samples.set(chunk[side], index * 128));
    return (${toBase64})(new Uint8Array(samples.buffer));
  });
  return { frames: chunks.map(({ frame }) => frame), left: sides[0], right: sides[1] };
}`;

/**
 * Returns what a context has played so far. The first sample is sample `fromSample` of the context. `run` evaluates a
 * script in the page.
 */
export async function recordedAudio(
  run: <T>(script: string) => Promise<T>,
  fromSample: number,
  index = 0,
): Promise<StereoBlock> {
  const given = await run<{ frames: number[]; left: string; right: string }>(`(${chunksOf})(contexts[${index}])`);
  const [left, right] = [floatsOf(given.left), floatsOf(given.right)];
  const length = Math.max(0, (given.frames.at(-1) ?? 0) + 128 - fromSample);
  const played = { left: new Float32Array(length), right: new Float32Array(length) };
  for (const [chunk, frame] of given.frames.entries()) {
    for (let n = 0; n < 128; n++) {
      const at = frame + n - fromSample;
      if (at < 0) continue;
      played.left[at] = left[chunk * 128 + n] ?? 0;
      played.right[at] = right[chunk * 128 + n] ?? 0;
    }
  }
  return played;
}
