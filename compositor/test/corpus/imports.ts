import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importProject, type MediaFacts } from '@framemill/timeline';
import { catalogue } from '../../src/capabilities/index.ts';
import type { Row } from './row.ts';

/** Minimum share of the files that become a valid document. */
const OPENED_FLOOR = 0.95;
/** Minimum share of the values with an effect that the projects use; the report names the others. */
const USED_FLOOR = 0.9;

const folder =
  process.env.FRAMEMILL_SHOTSTACK ?? fileURLToPath(new URL('../../../../shared/corpora/shotstack', import.meta.url));

const video: MediaFacts = {
  ...{ kind: 'video', sha256: '0'.repeat(64), mimeType: 'video/mp4', sizeBytes: 1_000, width: 1920, height: 1080 },
  ...{ durationSec: 30, fps: 25, hasAudio: true },
};

/**
 * Imports the Shotstack edits of ../shared/corpora/shotstack (or FRAMEMILL_SHOTSTACK), with and without media. Yields
 * the share of files that become a valid document, and the share of values that are used.
 */
export function* imports(): Generator<Row> {
  if (!existsSync(folder)) {
    console.warn(`imports: skipped, there is no folder ${folder} and FRAMEMILL_SHOTSTACK is not set`);
    return;
  }
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  for (const withMedia of [false, true]) {
    const whys = new Map<string, number>();
    let opened = 0;
    let leaves = 0;
    let used = 0;
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      try {
        const { coverage, report } = importProject(text, file, {
          ...{ newId: newIds(), catalogue, mediaMap: {}, media: () => (withMedia ? video : null) },
        });
        opened += 1;
        leaves += coverage.leaves - coverage.idle;
        used += coverage.used;
        for (const { path, why } of report) {
          const field = `${path
            .replace(/\[\d+\]/g, '')
            .split('.')
            .slice(-2)
            .join('.')}: ${why}`;
          whys.set(field, (whys.get(field) ?? 0) + 1);
        }
      } catch (error) {
        process.stdout.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
    const name = withMedia ? 'shotstack edits, with media' : 'shotstack edits, without media';
    const most = [...whys].sort((a, b) => b[1] - a[1]).slice(0, 15);
    process.stdout.write(`${name}: the most frequent rows of the reports\n`);
    for (const [why, count] of most) process.stdout.write(`  ${count} x ${why}\n`);
    const judge = 'its own report';
    yield {
      file: name,
      judge,
      figure: opened / files.length,
      floor: OPENED_FLOOR,
      note: `${files.length} files opened`,
    };
    yield { file: name, judge, figure: used / leaves, floor: USED_FLOOR, note: `${leaves} values used` };
  }
}

function newIds(): (kind: string) => string {
  let made = 0;
  return (kind) => {
    made += 1;
    return `${kind}-${made}`;
  };
}
