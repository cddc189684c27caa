import { Codec, getFFmpegInfo } from 'node-av/lib';
import { nonfree } from './nonfree.ts';

/** What the loaded codec library says of itself. */
export interface CodecLibrary {
  /** FFmpeg's version, as its builders named it. */
  version: string;
  /** The options that it was configured with. */
  configuration: string[];
  /** What FFmpeg's own rules make of these options. */
  licence: string;
  /** Parts in it whose licence does not go together with the GPL: encoders that it can open, by name. */
  nonfree: string[];
  /** Whether others may be given this binary. False is not advice: ask a lawyer. */
  mayBePassedOn: boolean;
}

/** Reads it from the library that this process has loaded. */
export function codecLibrary(): CodecLibrary {
  const { version, configuration } = getFFmpegInfo();
  const options = configuration.split(/\s+/).filter((option) => option !== '');
  const parts = [...nonfree.keys()].filter((name) => Codec.findEncoderByName(name as never) !== null);
  const licence = licenceOf(options);
  const isUnderGpl = options.includes('--enable-gpl');
  const mayBePassedOn = !options.includes('--enable-nonfree') && !(isUnderGpl && parts.length > 0);
  return { version, configuration: options, licence, nonfree: parts, mayBePassedOn };
}

/** The licence of a build with these options, by the rules of FFmpeg's `configure`. */
export function licenceOf(options: readonly string[]): string {
  if (options.includes('--enable-nonfree')) return 'nonfree';
  const kind = options.includes('--enable-gpl') ? 'GPL' : 'LGPL';
  if (options.includes('--enable-version3')) return `${kind}-3.0-or-later`;
  return kind === 'GPL' ? 'GPL-2.0-or-later' : 'LGPL-2.1-or-later';
}
