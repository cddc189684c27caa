import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import type { AudioPorts } from '../../audio/audio-ports.ts';
import { type DocumentMix, openDocumentMix } from '../document-mix.ts';
import type { FrameRendererInput } from '../frame-renderer.ts';
import type { EngineReply, EngineRequest } from './messages.ts';

type MixRequest = Extract<EngineRequest, { type: 'mix' }>;

/** Mixes of a worker, each with the id of its request. */
export interface Mixes {
  /** Starts a mix of `opened`; null: no document is open, which is an error. The first block is sent at once. */
  start(request: MixRequest, opened: Pick<FrameRendererInput, 'document' | 'media'> | null): void;
  /** Sends the next block of a mix. */
  goOn(id: number): void;
  /** Stops a mix; does nothing when it is finished or unknown. */
  cancel(id: number): void;
}

interface RunningMix {
  readonly mix: DocumentMix;
  readonly untilSample: number;
  at: number;
  /** Whether a block is being mixed. */
  isBusy: boolean;
  isCancelled: boolean;
}

/** Creates the mixes of a worker. `reply` posts to the page. */
export function createMixes(
  ports: AudioPorts,
  reply: (message: EngineReply, transfer?: Transferable[]) => void,
): Mixes {
  const running = new Map<number, RunningMix>();

  function end(id: number, one: RunningMix): void {
    running.delete(id);
    one.mix.close();
  }

  async function sendBlock(id: number, one: RunningMix): Promise<void> {
    const { mix, untilSample, at } = one;
    const wanted = Math.min(SAMPLE_RATE, untilSample - at);
    const [left, right] = [new Float32Array(wanted), new Float32Array(wanted)];
    one.isBusy = true;
    try {
      await mix.read({ left, right }, wanted);
      one.isBusy = false;
      if (one.isCancelled) return drop(id, one);
      one.at += wanted;
      const isLast = one.at === untilSample;
      if (isLast) end(id, one);
      reply({ id, type: 'mixed', atSample: at, left, right, isLast }, [left.buffer, right.buffer]);
    } catch (error) {
      end(id, one);
      reply({ id, type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  function drop(id: number, one: RunningMix): void {
    end(id, one);
    reply({ id, type: 'dropped' });
  }

  return {
    start({ id, fromSec, toSec }, opened) {
      try {
        if (!opened) throw new Error('No document is open. Send the message "open" first.');
        const from = Math.max(0, Math.round(fromSec * SAMPLE_RATE));
        const mix = openDocumentMix(opened.document, opened.media, ports, from);
        const untilSample = Math.max(from, Math.min(Math.round(toSec * SAMPLE_RATE), mix.totalSamples));
        const one = { mix, untilSample, at: from, isBusy: false, isCancelled: false };
        running.set(id, one);
        void sendBlock(id, one);
      } catch (error) {
        reply({ id, type: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    },
    goOn(id) {
      const one = running.get(id);
      // A worker that was started again does not know the mixes of the lost one.
      if (!one) reply({ id, type: 'dropped' });
      else if (!one.isBusy) void sendBlock(id, one);
    },
    cancel(id) {
      const one = running.get(id);
      if (!one) return;
      // What is being mixed ends first, because it uses the sources.
      if (one.isBusy) one.isCancelled = true;
      else drop(id, one);
    },
  };
}
