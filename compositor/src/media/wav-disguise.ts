import { AV_CODEC_ID_ADPCM_IMA_QT, AV_CODEC_ID_FIRST_AUDIO } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

/** Format tag of integer samples in a WAV file. */
const PCM_TAG = 1;

/** Number of bytes that the codec library's own detection of disguised codecs examines. */
export const DISGUISE_BYTES = 1 << 20;

// Sync words: DTS in 16 and 14 bits of either byte order (ETSI TS 102 114), DTS-HD without a core, bursts of IEC 61937.
const syncWords = ['7ffe8001', 'fe7f0180', '1fffe800', 'ff1f00e8', '64582025', '72f81f4e', 'f8724e1f'].map((word) =>
  Buffer.from(word, 'hex'),
);

/**
 * Whether a WAV file with PCM samples may contain DTS or S/PDIF bursts instead, as in rips of surround discs. The test
 * looks for a sync word in `head`, the file's first DISGUISE_BYTES. Music may contain one by chance, so true only means
 * that a closer check is worthwhile.
 */
export function mayBeDisguised(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return syncWords.some((word) => bytes.includes(word));
}

/**
 * Whether audio that is declared as PCM turned out to be another codec. Durations stated by such a file count its bytes
 * as samples.
 */
export function isDisguised({ codecpar }: Stream): boolean {
  const samples = codecpar.codecId >= AV_CODEC_ID_FIRST_AUDIO && codecpar.codecId < AV_CODEC_ID_ADPCM_IMA_QT;
  return Number(codecpar.codecTag) === PCM_TAG && !samples;
}
