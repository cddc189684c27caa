import { AV_HWDEVICE_TYPE_VAAPI, AV_PIX_FMT_NV12, AV_PIX_FMT_VAAPI } from 'node-av/constants';
import { type CodecContext, Frame, HardwareDeviceContext, HardwareFramesContext } from 'node-av/lib';
import { check } from '../av-error.ts';
import { createFrame } from '../frame.ts';

/**
 * Frame layout of an encoder's input: planar 4:2:0, NV12 (4:2:0 with interleaved chroma), or NV12 in the memory of the
 * VAAPI device.
 */
export type EncoderInputKind = 'planar' | 'nv12' | 'vaapi';

/** Converts frames to the layout that an encoder requires. */
export interface EncoderInput {
  /** Configures the encoder context before it is opened. Throws when the device is unavailable. */
  prepare(context: CodecContext): void;
  /** Converts a planar 4:2:0 frame to the encoder's layout. The result is valid until the next call. */
  give(frame: Frame): Frame;
  close(): void;
}

/** Creates the input converter of an encoder for frames of this even size. */
export function createEncoderInput(kind: EncoderInputKind, width: number, height: number): EncoderInput {
  switch (kind) {
    case 'planar':
      return planarInput;
    case 'nv12':
      return interleavedInput(width, height);
    case 'vaapi':
      return vaapiInput(width, height);
  }
}

const planarInput: EncoderInput = {
  prepare: () => undefined,
  give: (frame) => frame,
  close: () => undefined,
};

function interleavedInput(width: number, height: number): EncoderInput {
  const made = createFrame(width, height, AV_PIX_FMT_NV12);
  return {
    prepare(context) {
      context.pixelFormat = AV_PIX_FMT_NV12;
    },
    give(frame) {
      interleave(frame, made);
      return made;
    },
    close: () => made.free(),
  };
}

// Maximum number of frames that the encoder may buffer.
const framesHeld = 20;

function vaapiInput(width: number, height: number): EncoderInput {
  const interleaved = interleavedInput(width, height);
  const device = new HardwareDeviceContext();
  const frames = new HardwareFramesContext();
  let onDevice: Frame | null = null;
  return {
    prepare(context) {
      check(device.create(AV_HWDEVICE_TYPE_VAAPI, null, null), 'opening the VAAPI device');
      frames.alloc(device);
      frames.format = AV_PIX_FMT_VAAPI;
      frames.swFormat = AV_PIX_FMT_NV12;
      frames.width = width;
      frames.height = height;
      frames.initialPoolSize = framesHeld;
      check(frames.init(), 'creating frames on the VAAPI device');
      context.pixelFormat = AV_PIX_FMT_VAAPI;
      context.hwFramesCtx = frames;
    },
    give(frame) {
      onDevice?.free();
      onDevice = new Frame();
      onDevice.alloc();
      check(frames.getBuffer(onDevice, 0), 'allocating a frame on the VAAPI device');
      check(frames.transferDataSync(onDevice, interleaved.give(frame), 0), 'copying a frame to the VAAPI device');
      return onDevice;
    },
    close() {
      onDevice?.free();
      interleaved.close();
      frames.free();
      device.free();
    },
  };
}

/** Copies a planar 4:2:0 frame into one with interleaved chroma (NV12). */
export function interleave(planar: Frame, made: Frame): void {
  const [luma, blue, red] = planar.data ?? [];
  const [madeLuma, madeChroma] = made.data ?? [];
  const [lumaStride = 0, chromaStride = 0] = planar.linesize;
  const [madeStride = 0, madeChromaStride = 0] = made.linesize;
  if (!luma || !blue || !red || !madeLuma || !madeChroma) throw new Error('A plane of a frame is missing.');
  const { width, height } = made;
  for (let y = 0; y < height; y++) {
    madeLuma.set(luma.subarray(y * lumaStride, y * lumaStride + width), y * madeStride);
  }
  for (let y = 0; y < height / 2; y++) {
    const [from, to] = [y * chromaStride, y * madeChromaStride];
    for (let x = 0; x < width / 2; x++) {
      madeChroma[to + 2 * x] = blue[from + x] ?? 0;
      madeChroma[to + 2 * x + 1] = red[from + x] ?? 0;
    }
  }
}
