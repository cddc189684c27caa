import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Words that the project used for things that have a standard name in the field, with the names to use instead. */
const replaced: [word: string, instead: string][] = [
  ['\\bhouse\\b', 'stack, environment'],
  ['\\bdepos', 'fenced'],
  ['settle(Jobs|Frames|Result|Failure|Ingests|LateProbes|Audio|Stitch)', 'complete (a job), reconcile (state)'],
  ['canary', 'worker watchdog'],
  ['\\bwear\\b', 'recycle policy'],
  ['workshop', 'render pool'],
  ['\\btwins?\\b', 'speculative attempt'],
  ['culprit', 'faulty source'],
  ['poison', 'faulty source, quarantine'],
  ['browserPrint', 'browser fingerprint'],
  ['remap.?field', 'displacement map'],
  ['hold-account|holdAccount\\b', 'lock-account-row'],
  ['FramesJob|\\bFrameJob', 'render-range job, preview-frame job'],
  ['resting.?sprite', 'static sprite'],
  ['\\bTextUnits?\\b', 'glyph cluster'],
  ['\\b(const|let|function|type|interface) \\w*(heard|told)', 'audible, reported'],
  ['\\b(PictureOf|isOpaquePicture|PictureBackend|StackPictures)\\b', 'graph node, texture'],
  ['\\b(hasLook|lookTree|lookUse|UnitLook|SpanLook|lookMilliseconds)\\b', 'effect stack, style'],
  ['\\b(gaussian|Blur|moving|own)Reach', 'halo'],
  ['\\b(const|let|function|type|interface|class) \\w*(picture|sound)', 'image, frame, surface; audio'],
  ['\\b(SoundPackets|SoundFacts|ingestSoundKind|findSoundingClips?)\\b', 'audio, audible'],
];

/** Files in which such a word has its usual meaning, or is read from data of older versions. */
const meant = [
  'infra/deploy/redis/users.acl',
  'api/test/planner/messages/fresh.ts',
  'infra/bootstrap/sample/film.ts',
  'infra/test/import-rules/words.test.ts',
  'scheduler/src/protocol/failure.ts',
  'scheduler/src/protocol/protocol.test.ts',
  // The script that prints figures of the code is called so.
  'package.json',
  'infra/bootstrap/code-figures.mjs',
  'benchmarks/results',
];

test.each(replaced)('no file says %s (but: %s)', (word) => {
  const others = meant.map((file) => `:!${file}`);
  // git grep ends with 1 when nothing is found.
  const found = run(['grep', '-niIE', word, '--', '.', ...others]);
  expect(found).toBe('');
});

test('what is searched would be found', () => {
  expect(run(['grep', '-niIE', 'culprit', '--', 'scheduler/src/protocol/failure.ts'])).toContain('culprit');
});

function run(args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1) return '';
    throw error;
  }
}
