import { createHash } from 'node:crypto';
import { type Format, type Quality, qualities } from '../../../catalog/formats.ts';
import type { EncoderChoice } from '../encoder-choice.ts';
import stored from './calibrations.json' with { type: 'json' };
import { type HardwareEncoder, hardwareEncoders } from './hardware-encoders.ts';

/** What makes a hardware encoder as good as the software encoder, measured on a device (`npm run calibrate`). */
export interface Calibration {
  /** The adapter and driver that it was measured on. */
  readonly device: string;
  /** Day of the measurement: 2026-11-25. */
  readonly date: string;
  /** The level of each quality. */
  readonly levels: Readonly<Record<Quality, number>>;
  /** What it makes beside the software encoder: peak signal to noise, dB more; size, times. */
  readonly measured: Readonly<Record<Quality, { readonly psnrDb: number; readonly size: number }>>;
}

/** Measurements by the name of the encoder. */
export type Calibrations = Readonly<Record<string, Calibration>>;

/** How far from the software encoder a calibrated one may be. */
export const calibrationBounds = { psnrDb: 0.3, size: 0.1 } as const;

/** The measurements of this release. */
export const calibrations: Calibrations = stored;

/**
 * The hardware encoder that takes the place of the software encoder of a format: the first that is switched on, works here (`works`, names of the probe) and was
 * calibrated to be as good. null: the software encoder stays.
 */
export function chooseHardware(
  format: Format,
  { isOn, works, known = calibrations }: { isOn: boolean; works: readonly string[]; known?: Calibrations },
): EncoderChoice | null {
  if (!isOn) return null;
  const found = hardwareEncoders.find(({ name, format: made }) => {
    const calibration = known[name];
    return made === format && works.includes(name) && calibration !== undefined && isWithin(calibration);
  });
  const levels = found && known[found.name]?.levels;
  if (!found || !levels) return null;
  const { name, input } = found;
  return { name, format, input, options: optionsOf(found, levels) };
}

/** The options of each quality at these levels. */
export function optionsOf(
  { level, options }: HardwareEncoder,
  levels: Readonly<Record<Quality, number>>,
): EncoderChoice['options'] {
  const at = (quality: Quality) => ({ ...options, [level.option]: `${levels[quality]}` });
  return { draft: at('draft'), standard: at('standard'), high: at('high') };
}

/** Equal ones have equal settings: 64 hexadecimal digits, part of the engine's fingerprint beside device and driver. */
export function hardwareFingerprint({ name, options }: EncoderChoice): string {
  return createHash('sha256')
    .update(JSON.stringify([name, options]))
    .digest('hex');
}

function isWithin({ measured }: Calibration): boolean {
  return qualities.every((quality) => {
    const { psnrDb, size } = measured[quality];
    return Math.abs(psnrDb) <= calibrationBounds.psnrDb && Math.abs(size - 1) <= calibrationBounds.size;
  });
}
