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
import { type ColourCoding, isHighDefinition } from './colour-coding.ts';

/**
 * Returns the codec library's name of a frame's colour matrix. Untagged frames count as BT.709 when their size is high
 * definition (`isHighDefinition`), and as BT.601 otherwise.
 */
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
 * Copies the container's colour tags (`codecpar`) to a decoded frame where the frame's own tags are unspecified. For
 * VP8 and VP9 the container's matrix always takes precedence, as in Chromium: VP8 can only signal BT.601, and VP9
 * streams often signal no matrix although the container does.
 */
export function tagAsContainer(frame: Frame, codecpar: CodecParameters): void {
  const first = codecpar.codecId === AV_CODEC_ID_VP8 || codecpar.codecId === AV_CODEC_ID_VP9;
  const { colorSpace, colorPrimaries, colorTrc, colorRange } = codecpar;
  if (colorSpace !== AVCOL_SPC_UNSPECIFIED && (first || frame.colorSpace === AVCOL_SPC_UNSPECIFIED)) {
    // An RGB matrix tag would be wrong here: RGB frames need no matrix, and frames of luma and chroma need a real one.
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

/** Returns matrix and range of a frame from its tags. The range is full only where the tags say so. */
export function codingOf(frame: Frame): ColourCoding {
  return { matrix: matrixOf(frame), range: frame.colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited' };
}

/** Transfer curve and primaries of a frame whose range of colours or brightness is larger than that of BT.709. */
export interface WideColour {
  /**
   * Transfer curve. `pq` (SMPTE ST 2084) and `hlg` (ARIB STD-B67) are high dynamic range. `sdr` is standard dynamic
   * range with primaries wider than BT.709.
   */
  readonly curve: 'pq' | 'hlg' | 'sdr';
  readonly primaries: 'bt2020' | 'smpte431' | 'smpte432';
}

/** Returns the transfer curve and primaries in a frame's tags, or null when they do not exceed BT.709. */
export function wideColour(frame: Frame): WideColour | null {
  const { colorTrc, colorPrimaries } = frame;
  const curve = colorTrc === AVCOL_TRC_SMPTE2084 ? 'pq' : colorTrc === AVCOL_TRC_ARIB_STD_B67 ? 'hlg' : 'sdr';
  if (colorPrimaries === AVCOL_PRI_SMPTE431) return { curve, primaries: 'smpte431' };
  if (colorPrimaries === AVCOL_PRI_SMPTE432) return { curve, primaries: 'smpte432' };
  return curve !== 'sdr' || colorPrimaries === AVCOL_PRI_BT2020 ? { curve, primaries: 'bt2020' } : null;
}
