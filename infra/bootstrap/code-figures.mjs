// `npm run house`: figures of the code itself: its lines and files, the imports between them, long lines, the files on
// the way from a request to its result, and the seconds of the last test run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sampleText } from './sample-text.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const help = `npm run house [-- --json | --walks | --sample docstrings|errors|prose --seed N]

Prints figures of the code beside their goals: hand-written lines, files of source, lines of the median file, files that
one other file imports, files under 20 lines, lines over 120 columns, and the seconds of the last "npm test". With
--walks: first counts the files whose functions run for a render, and for a change of an effect; without it, prints the
last count. With --sample: random texts of the code for a reader, 60 docstrings, 30 error messages or 30 paragraphs.
`;

/** Maximum number of columns of a line. */
const widest = 120;
const shortFile = 20;
const codeEndings = /\.(ts|tsx|mjs|js|svelte|css|c|h|wgsl|glsl)$/;
const proseEndings = /\.(md|html)$/;
/** Whether a file is generated or contains data. */
const isMade = (/** @type {string} */ file) =>
  /(^|\/)(generated|vendor|fixtures|corpus|media|results|golden)(\/|$)/.test(file) ||
  /(lock|\.min)\.(ya?ml|js)$/.test(file);

/**
 * @typedef {object} SourceFile
 * @property {string} file
 * @property {string[]} lines
 */

/** @returns {SourceFile[]} */
function trackedFiles(/** @type {RegExp} */ endings) {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });
  return listed
    .split('\0')
    .filter((file) => endings.test(file) && !isMade(file) && existsSync(path.join(root, file)))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').replace(/\n$/, '').split('\n') }));
}

/** Maps each file to the set of other files that import it by a relative path. */
function importersOf(/** @type {readonly SourceFile[]} */ files) {
  const importers = new Map(files.map(({ file }) => [file, new Set()]));
  for (const { file, lines } of files) {
    for (const [, from = ''] of lines.join('\n').matchAll(/(?:from|import|URL\()\s*\(?['"](\.[^'"]+)['"]/g)) {
      importers.get(path.posix.normalize(path.posix.join(path.posix.dirname(file), from)))?.add(file);
    }
  }
  return importers;
}

/**
 * @param {readonly SourceFile[]} files
 * @param {(line: string) => boolean} counts
 */
function countLines(files, counts) {
  return files.reduce((sum, { lines }) => sum + lines.filter(counts).length, 0);
}

function median(/** @type {readonly number[]} */ values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Returns the duration in seconds of the last complete test run, which `infra/bootstrap/test.mjs` has stored; null when
 * there was none.
 */
function testSeconds(/** @type {string} */ file) {
  const report = path.join(root, '.build', file);
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).seconds : null;
}

/**
 * Returns the last count of the files on the way to a result, as `benchmarks/src/walks/main.ts` stored it.
 * @typedef {{ files: string[]; folderChanges: number }} Walk
 * @returns {{ render: Walk & { carriers: Walk }; effect: Walk & { own: Walk } } | null}
 */
function lastWalks() {
  const stored = path.join(root, '.build/walks.json');
  return existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : null;
}

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    walks: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (options.walks && !options.help) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'benchmarks/src/walks/main.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const walks = lastWalks();
const isTest = (/** @type {string} */ file) => /\.test\.ts$|(^|\/)test\/|^testing\//.test(file);
const code = trackedFiles(codeEndings);
const prose = trackedFiles(proseEndings);
const source = code.filter(({ file }) => !isTest(file));
const importers = importersOf(code);
const lengths = source.map(({ lines }) => lines.length);
const isLong = (/** @type {string} */ line) => line.length > widest;
/** Lines of each text file that can be wrapped: all except table rows and lines with a long URL. */
const brokenProse = prose.map(({ file, lines }) => ({
  file,
  lines: lines.filter((line) => !line.startsWith('|') && !/https?:\/\/\S{60}/.test(line)),
}));

/** Whether a line holds only a comment, or nothing. */
const isComment = (/** @type {string} */ line) => /^\s*(\/\/|\/?\*|$)/.test(line);

const figures = [
  { what: 'seconds of the last "npm test"', now: testSeconds('test-run.json'), goal: 720 },
  { what: 'seconds of the last "npm run test:all"', now: testSeconds('test-all-run.json'), goal: 2_700 },
  {
    what: 'hand-written lines of source',
    now: lengths.reduce((sum, count) => sum + count, 0),
    goal: 145_000,
    why: 'a fifth are comments and blank lines, and features were added since the goal was set',
  },
  { what: 'of these, lines of comments and blank lines', now: countLines(source, isComment), goal: null },
  {
    what: 'hand-written lines of tests',
    now: code.reduce((sum, { lines }) => sum + lines.length, 0) - lengths.reduce((sum, count) => sum + count, 0),
    goal: null,
  },
  { what: 'files of source', now: source.length, goal: 2_000 },
  { what: 'lines of the median file of source', now: median(lengths), goal: 65, isLeast: true },
  {
    what: 'files of source that one other file imports',
    now: source.filter(({ file }) => importers.get(file)?.size === 1).length,
    goal: 700,
  },
  {
    what: `files of source under ${shortFile} lines`,
    now: lengths.filter((count) => count < shortFile).length,
    goal: 150,
  },
  {
    what: 'files of which a function runs for POST /v1/renders until the file is stored',
    now: walks?.render.files.length ?? null,
    goal: 45,
    why: 'every file counts of which any function runs once, such as schemas, records and metrics',
  },
  {
    what: 'folder changes between these files, in the order of first calls',
    now: walks?.render.folderChanges ?? null,
    goal: 25,
    why: 'the same files call each other in both directions, for each segment and each record',
  },
  {
    what: 'of these, files of which an async function runs',
    now: walks?.render.carriers.files.length ?? null,
    goal: null,
  },
  { what: 'folder changes between those', now: walks?.render.carriers.folderChanges ?? null, goal: null },
  {
    what: "files of which a function runs from an effect's parameter to the image on the CPU",
    now: walks?.effect.files.length ?? null,
    goal: 25,
    why: 'the files that any image needs count as well: decoding, conversion, and the evaluation of the document',
  },
  {
    what: 'of these, files of which a function runs that a clip without effects does not need',
    now: walks?.effect.own.files.length ?? null,
    goal: null,
  },
  { what: `lines of code over ${widest} columns`, now: countLines(code, isLong), goal: 200 },
  { what: `lines of prose over ${widest} columns`, now: countLines(brokenProse, isLong), goal: 0 },
];

if (options.help) process.stdout.write(help);
else if (options.sample !== undefined)
  process.stdout.write(`${sampleText(root, options.sample, Number(options.seed)).join('\n\n')}\n`);
else if (options.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
else {
  for (const { what, now, goal, isLeast, why } of figures) {
    const wanted = goal === null ? '' : `  (goal ${isLeast ? 'at least' : 'at most'} ${goal.toLocaleString('en')})`;
    const measured = now === null ? 'not measured' : Math.round(now).toLocaleString('en');
    process.stdout.write(`${measured.padStart(14)}  ${what}${wanted}\n`);
    const isMissed = now !== null && goal !== null && (isLeast ? now < goal : now > goal);
    if (isMissed && why) process.stdout.write(`${' '.repeat(16)}not reached: ${why}\n`);
  }
}
