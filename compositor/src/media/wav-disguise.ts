import { AV_CODEC_ID_ADPCM_IMA_QT, AV_CODEC_ID_FIRST_AUDIO } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

/** What a WAV file calls samples of whole numbers. */
const PCM_TAG = 1;

/** How much of a file the codec library's own search for disguised codecs looks at. */
export const DISGUISE_BYTES = 1 << 20;

// Sync words: DTS in 16 and 14 bits of either byte order (ETSI TS 102 114), DTS-HD without a core, bursts of IEC 61937.
const syncWords = ['7ffe8001', 'fe7f0180', '1fffe800', 'ff1f00e8', '64582025', '72f81f4e', 'f8724e1f'].map((word) =>
  Buffer.from(word, 'hex'),
);

/**
 * Whether a WAV file that calls its samples PCM may hold DTS or S/PDIF bursts instead, as rips of surround discs do: a sync word stands in `head`,
 * the file's first DISGUISE_BYTES. Music may hold one by chance, so this only says that looking closer is worth it.
 */
export function mayBeDisguised(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return syncWords.some((word) => bytes.includes(word));
}

/** Whether sound that its file calls PCM was found to be something else. Lengths that the file tells then count its bytes as samples. */
export function isDisguised({ codecpar }: Stream): boolean {
  const samples = codecpar.codecId >= AV_CODEC_ID_FIRST_AUDIO && codecpar.codecId < AV_CODEC_ID_ADPCM_IMA_QT;
  return Number(codecpar.codecTag) === PCM_TAG && !samples;
}
