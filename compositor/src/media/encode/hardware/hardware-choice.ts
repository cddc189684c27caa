import { createHash } from 'node:crypto';
import { type Format, type Quality, qualities } from '../../../formats/output-formats.ts';
import stored from './calibrations.json' with { type: 'json' };
import { type EncoderChoice, type HardwareEncoder, hardwareEncoders } from './hardware-encoders.ts';

/**
 * Measured settings with which a hardware encoder reaches the quality of the software encoder on one device (`npm run
 * calibrate`).
 */
export interface Calibration {
  /** Adapter and driver with which the measurement was taken. */
  readonly device: string;
  /** Day of the measurement, such as 2026-11-25. */
  readonly date: string;
  /** Value of the encoder's quality option (`level`) for each quality. */
  readonly levels: Readonly<Record<Quality, number>>;
  /**
   * Results relative to the software encoder: `psnrDb` is the difference in PSNR (dB), `size` the ratio of file sizes.
   */
  readonly measured: Readonly<Record<Quality, { readonly psnrDb: number; readonly size: number }>>;
}

/** Calibrations by encoder name. */
export type Calibrations = Readonly<Record<string, Calibration>>;

/** Largest allowed differences from the software encoder: PSNR in dB, file size as a fraction. */
export const calibrationBounds = { psnrDb: 0.3, size: 0.1 } as const;

/** Calibrations that are part of this release. */
export const calibrations: Calibrations = stored;

/**
 * Selects the hardware encoder that replaces the software encoder of a format: the first one that works on this machine
 * (`works`, from the probe) and whose calibration is within bounds. Returns null when hardware encoding is off or no
 * encoder qualifies; the software encoder is then used.
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

/**
 * Returns the options of a hardware encoder for each quality. `levels` has the values of the encoder's quality option.
 */
export function optionsOf(
  { level, options }: HardwareEncoder,
  levels: Readonly<Record<Quality, number>>,
): EncoderChoice['options'] {
  const at = (quality: Quality) => ({ ...options, [level.option]: `${levels[quality]}` });
  return { draft: at('draft'), standard: at('standard'), high: at('high') };
}

/**
 * Returns a hash of the encoder's name and options: 64 hexadecimal digits. Together with the GPU and its driver, the
 * hash is part of the fingerprint that identifies the version of the render program.
 */
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
