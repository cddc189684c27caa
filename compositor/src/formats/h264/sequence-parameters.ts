import { type BitReader, createBitReader } from './nal-units.ts';

/** Contents of a sequence parameter set: ITU-T H.264, 7.3.2.1.1 and E.1.1. */
export interface SequenceParameters {
  id: number;
  /** Number of the profile (`profile_idc`). */
  profile: number;
  /** Whether a baseline stream satisfies the limits of the main profile (`constraint_set1_flag`). */
  isConstrained: boolean;
  /** Ten times the level (`level_idc`). */
  level: number;
  /** Chroma format (`chroma_format_idc`): 1 is 4:2:0. */
  chroma: number;
  /** Bits per sample of luma and of chroma. */
  depths: readonly [luma: number, chroma: number];
  /** Width in macroblocks. `height` is that of a frame, or of a field if frames may be interlaced. */
  width: number;
  height: number;
  /** Whether all frames are progressive (`frame_mbs_only_flag`). */
  framesOnly: boolean;
  /** Cropping on each side, in chroma samples. */
  crop: { left: number; right: number; top: number; bottom: number };
  /** Video usability information (VUI); null: absent; `damaged`: the parameter set ends inside the VUI. */
  usability: UsabilityInformation | null | 'damaged';
}

/** Video usability information (E.1.1). Colours are numbers of ITU-T H.273; 2 is "unspecified". */
export interface UsabilityInformation {
  fullRange: boolean;
  primaries: number;
  transfer: number;
  matrix: number;
  /**
   * `pictures`: maximum number of frames decoded before one that is shown earlier. `held`: number of frames that a
   * decoder must buffer. null: not stated.
   */
  reordering: { pictures: number; held: number } | null;
}

// Profiles whose parameter sets contain the chroma format and scaling lists.
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const UNSPECIFIED = 2;
const EXTENDED_ASPECT = 255;

/** Reads a sequence parameter set: a NAL unit of type 7 with its header byte. Returns null when it is damaged. */
export function readSequenceParameters(set: Uint8Array): SequenceParameters | null {
  const bits = createBitReader(set);
  bits.skip(8);
  const profile = bits.take(8);
  bits.skip(1);
  const isConstrained = bits.take(1) === 1;
  bits.skip(6);
  const level = bits.take(8);
  const id = bits.exponential();
  const { chroma, depths } = highProfiles.has(profile) ? readHighFields(bits) : plainFields;
  bits.exponential();
  skipFrameOrder(bits);
  // Number of reference frames; whether gaps are allowed.
  bits.exponential();
  bits.skip(1);
  const width = bits.exponential() + 1;
  const height = bits.exponential() + 1;
  const framesOnly = bits.take(1) === 1;
  if (!framesOnly) bits.skip(1);
  bits.skip(1);
  const crop = bits.take(1) === 1 ? readCrop(bits) : { left: 0, right: 0, top: 0, bottom: 0 };
  if (bits.overrun) return null;
  const said = bits.take(1) === 1 ? readUsability(bits) : null;
  const usability = bits.overrun ? 'damaged' : said;
  return { id, profile, isConstrained, level, chroma, depths, width, height, framesOnly, crop, usability };
}

const plainFields = { chroma: 1, depths: [8, 8] } as const;

function readHighFields(bits: BitReader): Pick<SequenceParameters, 'chroma' | 'depths'> {
  const chroma = bits.exponential();
  if (chroma === 3) bits.skip(1);
  const depths = [bits.exponential() + 8, bits.exponential() + 8] as const;
  // Whether the transform may be bypassed.
  bits.skip(1);
  if (bits.take(1) === 0) return { chroma, depths };
  const lists = chroma === 3 ? 12 : 8;
  for (let list = 0; list < lists; list++) if (bits.take(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64);
  return { chroma, depths };
}

function skipScalingList(bits: BitReader, length: number): void {
  let last = 8;
  for (let j = 0; j < length; j++) {
    const next = (last + bits.signed() + 256) % 256;
    // The rest of the list repeats.
    if (next === 0) return;
    last = next;
  }
}

function skipFrameOrder(bits: BitReader): void {
  const type = bits.exponential();
  if (type === 0) bits.exponential();
  if (type !== 1) return;
  bits.skip(1);
  bits.exponential();
  bits.exponential();
  const cycle = Math.min(255, bits.exponential());
  for (let i = 0; i < cycle; i++) bits.exponential();
}

function readCrop(bits: BitReader): SequenceParameters['crop'] {
  const [left, right] = [bits.exponential(), bits.exponential()];
  return { left, right, top: bits.exponential(), bottom: bits.exponential() };
}

function readUsability(bits: BitReader): UsabilityInformation {
  // Pixel aspect; overscan.
  if (bits.take(1) === 1 && bits.take(8) === EXTENDED_ASPECT) bits.skip(32);
  if (bits.take(1) === 1) bits.skip(1);
  const colours = { fullRange: false, primaries: UNSPECIFIED, transfer: UNSPECIFIED, matrix: UNSPECIFIED };
  if (bits.take(1) === 1) {
    bits.skip(3);
    colours.fullRange = bits.take(1) === 1;
    if (bits.take(1) === 1) {
      colours.primaries = bits.take(8);
      colours.transfer = bits.take(8);
      colours.matrix = bits.take(8);
    }
  }
  // Chroma sample location; timing information.
  if (bits.take(1) === 1) {
    bits.exponential();
    bits.exponential();
  }
  if (bits.take(1) === 1) bits.skip(65);
  // Two HRD models, the low delay flag, and whether picture structure is present.
  const models = [skipBufferModel(bits), skipBufferModel(bits)];
  if (models.includes(true)) bits.skip(1);
  bits.skip(1);
  return { ...colours, reordering: bits.take(1) === 1 ? readReordering(bits) : null };
}

/** Skips the parameters of a buffer model (E.1.2). Returns false when there is none. */
function skipBufferModel(bits: BitReader): boolean {
  if (bits.take(1) === 0) return false;
  const rates = Math.min(31, bits.exponential()) + 1;
  bits.skip(8);
  for (let i = 0; i < rates; i++) {
    bits.exponential();
    bits.exponential();
    bits.skip(1);
  }
  bits.skip(20);
  return true;
}

function readReordering(bits: BitReader): { pictures: number; held: number } {
  bits.skip(1);
  // Limits of sizes and of motion vectors.
  for (let i = 0; i < 4; i++) bits.exponential();
  return { pictures: bits.exponential(), held: bits.exponential() };
}
