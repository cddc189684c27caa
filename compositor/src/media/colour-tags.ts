import {
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE431,
  AVCOL_PRI_SMPTE432,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVCOL_TRC_UNSPECIFIED,
} from 'node-av/constants';
import type { CodecParameters, Frame } from 'node-av/lib';

/** The colour matrix of a picture, by the codec library's names. Untagged pictures: SD is BT.601, anything larger BT.709. */
export function matrixOf(frame: Frame): string {
  switch (frame.colorSpace) {
    case AVCOL_SPC_BT709:
      return 'bt709';
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M:
      return 'bt601';
    case AVCOL_SPC_FCC:
      return 'fcc';
    case AVCOL_SPC_SMPTE240M:
      return 'smpte240m';
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
      return 'bt2020';
    case AVCOL_SPC_UNSPECIFIED:
      return isHighDefinition(frame.width, frame.height) ? 'bt709' : 'bt601';
    default:
      return 'bt709';
  }
}

/**
 * Gives a decoded picture the container's colour tags (`codecpar`) where its own say nothing. Of VP8 and VP9 the container's count before the stream's: VP8 can
 * say nothing but BT.601, and muxers know more than VP9's encoders are told. As Chromium has it.
 */
export function tagAsContainer(frame: Frame, codecpar: CodecParameters): void {
  const first = codecpar.codecId === AV_CODEC_ID_VP8 || codecpar.codecId === AV_CODEC_ID_VP9;
  const { colorSpace, colorPrimaries, colorTrc, colorRange } = codecpar;
  if (colorSpace !== AVCOL_SPC_UNSPECIFIED && (first || frame.colorSpace === AVCOL_SPC_UNSPECIFIED)) {
    // Red, green and blue in themselves need no matrix, and luma and chroma cannot do without.
    if (colorSpace !== AVCOL_SPC_RGB) frame.colorSpace = colorSpace;
  }
  if (colorPrimaries !== AVCOL_PRI_UNSPECIFIED && frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) {
    frame.colorPrimaries = colorPrimaries;
  }
  if (colorTrc !== AVCOL_TRC_UNSPECIFIED && frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = colorTrc;
  if (colorRange !== AVCOL_RANGE_UNSPECIFIED && frame.colorRange === AVCOL_RANGE_UNSPECIFIED) {
    frame.colorRange = colorRange;
  }
}

/** How samples say red, green and blue. */
export interface ColourCoding {
  /** Name of the colour matrix, see `matrixOf`. */
  readonly matrix: string;
  readonly range: 'full' | 'limited';
}

/** What a picture's tags say of its samples; full range only where they say so. */
export function codingOf(frame: Frame): ColourCoding {
  return { matrix: matrixOf(frame), range: frame.colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited' };
}

/** Whether an untagged picture of this size counts as BT.709. */
export function isHighDefinition(width: number, height: number): boolean {
  return Math.max(width, height) >= 1280 || Math.min(width, height) >= 720;
}

/** Colours or brightness beyond what BT.709 can show. */
export interface WideColour {
  /** `pq` (SMPTE ST 2084) and `hlg` (ARIB STD-B67) are high dynamic range; `sdr` is wide in colour alone. */
  readonly curve: 'pq' | 'hlg' | 'sdr';
  readonly primaries: 'bt2020' | 'smpte431' | 'smpte432';
}

/** How far a picture's tags reach beyond BT.709; null: they do not. */
export function wideColour(frame: Frame): WideColour | null {
  const { colorTrc, colorPrimaries } = frame;
  const curve = colorTrc === AVCOL_TRC_SMPTE2084 ? 'pq' : colorTrc === AVCOL_TRC_ARIB_STD_B67 ? 'hlg' : 'sdr';
  if (colorPrimaries === AVCOL_PRI_SMPTE431) return { curve, primaries: 'smpte431' };
  if (colorPrimaries === AVCOL_PRI_SMPTE432) return { curve, primaries: 'smpte432' };
  return curve !== 'sdr' || colorPrimaries === AVCOL_PRI_BT2020 ? { curve, primaries: 'bt2020' } : null;
}
