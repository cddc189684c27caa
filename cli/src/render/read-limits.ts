import { readFile } from 'node:fs/promises';
import { type QualityLimits, QualityLimitsSchema, strictLimits } from '@framemill/compositor/plan';
import { FramemillError, schemaFault } from '@framemill/timeline/errors';
import { Compile } from '@framemill/timeline/typebox';

const limitsFile = Compile(QualityLimitsSchema);

/**
 * Reads the quality limits of the option `--qc`: `strict`, the path of a JSON file, or null for none. Throws
 * `FramemillError` for an invalid file.
 */
export async function readLimits(qc: string | null): Promise<QualityLimits | null> {
  if (qc === null || qc === 'strict') return qc && strictLimits;
  const text = await readFile(qc, 'utf8').catch((cause: unknown) => {
    throw new FramemillError(
      'not_found',
      `The limits file ${qc} cannot be read. Use --qc strict or --qc <JSON file>.`,
      {},
      { cause },
    );
  });
  let limits: unknown;
  try {
    limits = JSON.parse(text);
  } catch (cause) {
    throw new FramemillError('invalid_request', `The limits file ${qc} is not JSON. Correct it.`, {}, { cause });
  }
  if (limitsFile.Check(limits)) return limits;
  const [fault] = limitsFile.Errors(limits);
  const known = Object.keys(QualityLimitsSchema.properties).join(', ');
  const reason = fault ? `${fault.instancePath || 'the file'} ${schemaFault(fault)}` : 'it does not match the schema';
  throw new FramemillError(
    'invalid_request',
    `The limits file ${qc} is invalid: ${reason}. The allowed limits are ${known}.`,
  );
}
