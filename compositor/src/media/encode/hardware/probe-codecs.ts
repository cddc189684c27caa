import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AV_HWDEVICE_TYPE_CUDA,
  AV_HWDEVICE_TYPE_QSV,
  AV_HWDEVICE_TYPE_VAAPI,
  AV_HWDEVICE_TYPE_VIDEOTOOLBOX,
  AV_PIX_FMT_CUDA,
  AV_PIX_FMT_QSV,
  AV_PIX_FMT_VAAPI,
  AV_PIX_FMT_VIDEOTOOLBOX,
  type AVHWDeviceType,
  type AVPixelFormat,
} from 'node-av/constants';
import { Codec, CodecContext, FormatContext, Frame, HardwareDeviceContext, Packet } from 'node-av/lib';
import { quietCodecLog } from '../../av-error.ts';
import { createFrame } from '../../frame.ts';
import { x264 } from '../encoders.ts';
import { openFrameWriter } from '../frame-writer.ts';
import { optionsOf } from './hardware-choice.ts';
import { type HardwareEncoder, hardwareEncoders } from './hardware-encoders.ts';

// Larger than the minimum size of all these encoders.
const [width, height] = [320, 192];
const frames = 3;
const rate = { num: 30, den: 1 };

/**
 * Returns the names of the hardware encoders that work on this machine. Tests each one by encoding a few small frames
 * with the options of renders. Takes about a second if hardware encoders exist, otherwise a few milliseconds.
 */
export function workingEncoders(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-encoders-'));
  try {
    return hardwareEncoders
      .filter((encoder) => encodes(encoder, join(folder, 'probe.mp4')))
      .map(({ name }) => `${name}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function encodes(encoder: HardwareEncoder, path: string): boolean {
  const { name, input, level } = encoder;
  const middle = Math.round((level.best + level.worst) / 2);
  const options = optionsOf(encoder, { draft: middle, standard: middle, high: middle }).standard;
  const frame = createFrame(width, height);
  for (const plane of frame.data ?? []) plane.fill(128);
  try {
    const encoding = { encoder: name, options, input, width, height, clock: rate, rate };
    const writer = openFrameWriter(encoding, path, 'a probe');
    try {
      for (let at = 0; at < frames; at++) writer.write(frame, { start: at, length: 1, isKey: false });
      return writer.finish().frames === frames;
    } finally {
      writer.abort();
    }
  } catch {
    // No device, no driver, or unsupported options: the encoder is not used.
    return false;
  } finally {
    frame.free();
  }
}

const devices: readonly { readonly name: string; readonly type: AVHWDeviceType; readonly frames: AVPixelFormat }[] = [
  { name: 'nvdec', type: AV_HWDEVICE_TYPE_CUDA, frames: AV_PIX_FMT_CUDA },
  { name: 'qsv', type: AV_HWDEVICE_TYPE_QSV, frames: AV_PIX_FMT_QSV },
  { name: 'vaapi', type: AV_HWDEVICE_TYPE_VAAPI, frames: AV_PIX_FMT_VAAPI },
  { name: 'videotoolbox', type: AV_HWDEVICE_TYPE_VIDEOTOOLBOX, frames: AV_PIX_FMT_VIDEOTOOLBOX },
];

/**
 * Returns the names of the hardware decoders that work on this machine. Tests each one by decoding a small H.264 frame.
 * For information only, since renders decode in software. Takes milliseconds if there are none.
 */
export function workingDecoders(): string[] {
  quietCodecLog();
  const opened = devices.flatMap((one) => {
    const device = new HardwareDeviceContext();
    return device.create(one.type, null, null) >= 0 ? [{ ...one, device }] : [];
  });
  if (opened.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'framemill-decoders-'));
  const path = join(folder, 'probe.mp4');
  try {
    writeProbe(path);
    return opened.filter(({ device, frames }) => decodes(path, device, frames)).map(({ name }) => name);
  } finally {
    for (const { device } of opened) device.free();
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProbe(path: string): void {
  const frame = createFrame(width, height);
  for (const plane of frame.data ?? []) plane.fill(128);
  const encoding = { encoder: x264.encoder, options: x264.options('draft'), width, height, clock: rate, rate };
  const writer = openFrameWriter(encoding, path, 'a probe');
  writer.write(frame, { start: 0, length: 1, isKey: false });
  writer.finish();
  frame.free();
}

function decodes(path: string, device: HardwareDeviceContext, frames: AVPixelFormat): boolean {
  const file = new FormatContext();
  const context = new CodecContext();
  const packet = new Packet();
  const [drawn, copied] = [new Frame(), new Frame()];
  packet.alloc();
  for (const frame of [drawn, copied]) frame.alloc();
  try {
    if (file.openInputSync(path, null, null) < 0 || file.findStreamInfoSync(null) < 0) return false;
    const stream = file.streams[0];
    const codec = stream && Codec.findDecoder(stream.codecpar.codecId);
    if (!stream || !codec) return false;
    context.allocContext3(codec);
    context.parametersToContext(stream.codecpar);
    context.hwDeviceCtx = device;
    context.setHardwarePixelFormat(frames);
    if (context.open2Sync(codec) < 0 || file.readFrameSync(packet) < 0) return false;
    if (context.sendPacketSync(packet) < 0) return false;
    context.sendPacketSync(null);
    return context.receiveFrameSync(drawn) >= 0 && drawn.isHwFrame() && drawn.hwframeTransferDataSync(copied, 0) >= 0;
  } finally {
    for (const frame of [drawn, copied]) frame.free();
    packet.free();
    context.freeContext();
    file.closeInputSync();
  }
}
