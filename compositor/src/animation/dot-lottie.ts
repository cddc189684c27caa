import { FramemillError, isRecord } from '@framemill/timeline/rendering';
import { Unzip, UnzipInflate } from 'fflate';
import { ANIMATION_MAX_BYTES } from '../formats/upload-formats.ts';
import { refused } from './check-lottie.ts';
import { type LottieObject, objectsOf } from './lottie-json.ts';

/** Animation of a .lottie file. Its images are embedded as data URIs. */
export interface UnpackedLottie {
  readonly root: LottieObject;
  /** Parts of the archive that are not used, each as a sentence. */
  readonly warnings: string[];
}

/** Files of an archive that are read: the manifest, animations and images. Version 2 has shorter names of folders. */
const WANTED = /^(?:manifest\.json|(?:animations|a)\/.*\.json|(?:images|i)\/.*)$/;

// A chunk of an archive unpacks to at most a thousand times its size, so that the limit is checked often enough.
const CHUNK_BYTES = 16_384;

/**
 * Unpacks a .lottie file (dotLottie 1 and 2): the animation that its manifest names first, or as its initial one.
 * Throws `invalid_request` when the archive is damaged, too large or has no animation.
 */
export function unpackDotLottie(archive: Uint8Array): UnpackedLottie {
  const files = unzip(archive);
  const manifest = parseJson(files.get('manifest.json'), 'its manifest');
  const animations = objectsOf(manifest.animations);
  const initial = isRecord(manifest.initial) ? manifest.initial.animation : manifest.activeAnimationId;
  const { id } = animations.find((one) => one.id === initial) ?? animations[0] ?? {};
  const text = files.get(`animations/${id}.json`) ?? files.get(`a/${id}.json`);
  if (text === undefined) throw refused(`lacks its animation "${String(id).slice(0, 60)}". Export it again`);
  const root = parseJson(text, 'its animation');
  return { root: withImages(root, files), warnings: warningsOf(manifest, animations.length, String(id)) };
}

function unzip(archive: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let total = 0;
  const reader = new Unzip((file) => {
    if (!WANTED.test(file.name)) return;
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      if (error) throw error;
      total += part.length;
      if (total > ANIMATION_MAX_BYTES)
        throw refused(`unpacks to more than ${ANIMATION_MAX_BYTES / 1e6} MB. Reduce its images`);
      parts.push(part);
      if (isLast) files.set(file.name, joined(parts));
    };
    file.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < archive.length; at += CHUNK_BYTES) {
      reader.push(archive.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= archive.length);
    }
  } catch (cause) {
    if (cause instanceof FramemillError) throw cause;
    throw refused('is in a damaged archive. Export or upload it again', cause);
  }
  return files;
}

/** Parses a JSON object. `what` names it in the error. */
export function parseJson(bytes: Uint8Array | undefined, what: string): LottieObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw refused(`cannot be read: ${what} is damaged or cut off. Export or upload it again`, cause);
  }
  if (!isRecord(value)) throw refused(`cannot be read: ${what} is no JSON object. Export it again`);
  return value;
}

function withImages(root: LottieObject, files: ReadonlyMap<string, Uint8Array>): LottieObject {
  if (!Array.isArray(root.assets)) return root;
  const assets: unknown[] = root.assets;
  const embedded = assets.map((asset) => {
    if (!isRecord(asset) || typeof asset.p !== 'string') return asset;
    const file = files.get(`images/${asset.p}`) ?? files.get(`i/${asset.p}`);
    if (!file) return asset;
    return { ...asset, u: '', p: `data:${imageType(file)};base64,${toBase64(file)}`, e: 1 };
  });
  return { ...root, assets: embedded };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** First bytes of the kinds of images that players draw. */
const IMAGE_STARTS: readonly (readonly [start: string, type: string])[] = [
  ['\u0089PNG', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['RIFF', 'image/webp'],
  ['GIF8', 'image/gif'],
];

function imageType(file: Uint8Array): string {
  const start = String.fromCharCode(...file.subarray(0, 4));
  return IMAGE_STARTS.find(([sign]) => start.startsWith(sign))?.[1] ?? 'application/octet-stream';
}

// The number of arguments of a call is limited.
const BASE64_CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BASE64_CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + BASE64_CHUNK));
  }
  return btoa(text);
}

function warningsOf(manifest: LottieObject, count: number, id: string): string[] {
  const has = (name: string) => Array.isArray(manifest[name]) && manifest[name].length > 0;
  return [
    ...(count > 1 ? [`It has ${count} animations. "${id.slice(0, 60)}" is shown.`] : []),
    ...(has('stateMachines') || has('states') ? ['Its state machines are not run.'] : []),
    ...(has('themes') ? ['Its themes are not used.'] : []),
  ];
}
