import { Codec, getFFmpegInfo } from 'node-av/lib';

/** Version, build options and licence of the codec library (FFmpeg) that this process has loaded. */
export interface CodecLibrary {
  /** FFmpeg's version string, which whoever built the library may have changed. */
  version: string;
  /** Options that FFmpeg was configured with. */
  configuration: string[];
  /** SPDX name of the licence that follows from these options, or `nonfree` (see `licenceOf`). */
  licence: string;
  /** Names of the available encoders whose licence is incompatible with the GPL. */
  nonfree: string[];
  /** Whether the library's licence permits redistribution of this build. This is not legal advice. */
  mayBePassedOn: boolean;
}

/** Reads version, options and licence from the library that this process has loaded. */
export function codecLibrary(): CodecLibrary {
  const { version, configuration } = getFFmpegInfo();
  const options = configuration.split(/\s+/).filter((option) => option !== '');
  const parts = [...nonfree.keys()].filter((name) => Codec.findEncoderByName(name as never) !== null);
  const licence = licenceOf(options);
  const isUnderGpl = options.includes('--enable-gpl');
  const mayBePassedOn = !options.includes('--enable-nonfree') && !(isUnderGpl && parts.length > 0);
  return { version, configuration: options, licence, nonfree: parts, mayBePassedOn };
}

/**
 * Returns the licence of a build with these options, by the rules of FFmpeg's `configure`: an SPDX name or `nonfree`.
 */
export function licenceOf(options: readonly string[]): string {
  if (options.includes('--enable-nonfree')) return 'nonfree';
  const kind = options.includes('--enable-gpl') ? 'GPL' : 'LGPL';
  if (options.includes('--enable-version3')) return `${kind}-3.0-or-later`;
  return kind === 'GPL' ? 'GPL-2.0-or-later' : 'LGPL-2.1-or-later';
}

/** Encoders of the codec library whose licence is incompatible with the GPL, with the name of that licence. */
export const nonfree: ReadonlyMap<string, string> = new Map([['libfdk_aac', "Fraunhofer's FDK AAC licence"]]);
