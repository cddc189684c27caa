import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Quality, qualities } from '../../../formats/output-formats.ts';
import { videoCodecOf } from '../encoders.ts';
import { encodeMaterial, type FoundLevel, type Material, readMaterial, searchLevel } from './calibration.ts';
import { type Calibration, calibrationBounds, calibrations, optionsOf } from './hardware-choice.ts';
import { type HardwareEncoder, hardwareEncoders } from './hardware-encoders.ts';
import { workingEncoders } from './probe-codecs.ts';

const root = join(import.meta.dirname, '../../../../..');
const help = `Finds, for each hardware encoder that works here, the level at which it is as good as the software encoder in each quality, and writes
calibrations.json. Renders use an encoder with HARDWARE_ENCODERS=auto where it is within ${calibrationBounds.psnrDb} dB and ${calibrationBounds.size * 100} % in all qualities.

  npm run calibrate -- [--device "NVIDIA L4, driver 570.86"] [--frames 60] [--dry]

  --device  what it is measured on, for people
  --frames  of each film of the sample
  --dry     writes nothing
`;

const { values } = parseArgs({
  options: {
    device: { type: 'string', default: 'unknown device' },
    frames: { type: 'string', default: '60' },
    dry: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await calibrate(values.device, Number(values.frames), values.dry);

async function calibrate(device: string, frames: number, dry: boolean): Promise<void> {
  const works = workingEncoders();
  const found = hardwareEncoders.filter(({ name }) => works.includes(name));
  if (found.length === 0) {
    process.stdout.write('No hardware encoder works on this machine. Videos are encoded with x264.\n');
    return;
  }
  const media = join(root, 'infra/bootstrap/sample/media');
  const films = readdirSync(media).filter((name) => name.endsWith('.mp4'));
  const material = films.map((name) => readMaterial(join(media, name), frames));
  const made: Record<string, Calibration> = { ...calibrations };
  for (const encoder of found) made[encoder.name] = await measure(encoder, material, device);
  if (!dry) writeFileSync(join(import.meta.dirname, 'calibrations.json'), `${JSON.stringify(made, null, 2)}\n`);
}

async function measure(encoder: HardwareEncoder, material: readonly Material[], device: string): Promise<Calibration> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-calibrate-'));
  const software = videoCodecOf(encoder.format);
  const found = new Map<Quality, FoundLevel>();
  for (const quality of qualities) {
    const plain = { encoder: software.encoder, options: software.options(quality), input: 'planar' } as const;
    const goal = encodeMaterial(material, plain, folder);
    const level = await searchLevel(encoder.level, goal, async (tried) => {
      const options = optionsOf(encoder, { draft: tried, standard: tried, high: tried })[quality];
      return encodeMaterial(material, { encoder: encoder.name, options, input: encoder.input }, folder);
    });
    found.set(quality, level);
    const { psnrDb, size } = level;
    process.stdout.write(
      `${encoder.name} ${quality}: level ${level.level}, ${psnrDb.toFixed(2)} dB, ${size.toFixed(3)} x the size ` +
        `of ${software.encoder}\n`,
    );
  }
  rmSync(folder, { recursive: true });
  const of = (quality: Quality): FoundLevel => found.get(quality) ?? { level: Number.NaN, psnrDb: 0, size: 0 };
  const each = <T>(pick: (level: FoundLevel) => T): Record<Quality, T> => ({
    draft: pick(of('draft')),
    standard: pick(of('standard')),
    high: pick(of('high')),
  });
  return {
    device,
    date: new Date().toISOString().slice(0, 10),
    levels: each(({ level }) => level),
    measured: each(({ psnrDb, size }) => ({ psnrDb, size })),
  };
}
