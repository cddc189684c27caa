import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';

/** Name of the recogniser's program. */
const PROGRAM = 'pocketsphinx_continuous';
/** Path of the dictionary of Debian's package pocketsphinx-en-us. */
const DICTIONARY = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict';

/** Whether the recogniser pocketsphinx and its English model are installed. */
export async function hasPocketsphinx(searchPath: string = process.env.PATH ?? ''): Promise<boolean> {
  const isThere = (file: string, mode: number) => access(file, mode).then(...yesOrNo);
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  const found = await Promise.all(folders.map((folder) => isThere(path.join(folder, PROGRAM), constants.X_OK)));
  return found.includes(true) && isThere(DICTIONARY, constants.R_OK);
}

const yesOrNo = [() => true, () => false] as const;

/** Options for wide search beams. The default beams often discard the only path through a script. */
const WIDE = ['-beam', '1e-120', '-wbeam', '1e-120', '-pbeam', '1e-120'];
/**
 * Minimum fraction of a script's words that must be in the dictionary. Below it, the script is probably in another
 * language or consists mostly of names.
 */
const LEAST_KNOWN = 0.5;

/** Recognised word with its start and end, in seconds. */
export interface SpokenWord {
  text: string;
  startSec: number;
  endSec: number;
}

/** Start and end of a word of a script, in seconds. `index` is its position in the script. */
export interface AlignedWord {
  index: number;
  startSec: number;
  endSec: number;
}

/**
 * Transcribes English speech. `speech` is a file written by `writeSpeech`. `onLine` is called for every line of output
 * and once a second, as a sign of progress. Throws `not_configured` when the recogniser cannot be started,
 * `provider_error` when it fails.
 */
export async function recogniseSpeech(speech: string, onLine: () => void): Promise<SpokenWord[]> {
  return run(['-infile', speech, '-time', 'yes', '-remove_silence', 'no'], onLine);
}

/**
 * Finds the times at which the words of a known English script are spoken. Words that are not in the dictionary are
 * left out. The result is empty when fewer than half of the words are in the dictionary, or when the script does not
 * match the audio. The grammar file is written to `folder`. Errors and `onLine` are those of `recogniseSpeech`.
 */
export async function alignScript(
  speech: string,
  script: readonly string[],
  folder: string,
  onLine: () => void,
): Promise<AlignedWord[]> {
  const dictionary = await readDictionary();
  const forms = script.map((word) => spokenForms(word, dictionary));
  const known = forms.filter((form) => form.length > 0).length;
  if (known === 0 || known < script.length * LEAST_KNOWN) return [];
  const grammar = path.join(folder, 'script.gram');
  await writeFile(grammar, `#JSGF V1.0;\ngrammar script;\npublic <script> = ${forms.flat().join(' ')};\n`);
  const spoken = await run(
    ['-infile', speech, '-jsgf', grammar, '-time', 'yes', '-remove_silence', 'no', ...WIDE],
    onLine,
  );
  // Without a path through the whole script the result is empty or incomplete.
  if (spoken.length !== forms.flat().length) return [];
  let next = 0;
  return forms.flatMap((form, index) => {
    const [first, last] = [spoken[next], spoken[next + form.length - 1]];
    next += form.length;
    return first && last && form.length > 0 ? [{ index, startSec: first.startSec, endSec: last.endSec }] : [];
  });
}

async function readDictionary(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(DICTIONARY, 'utf8')).split('\n');
  // "word(2)" is a second pronunciation. A grammar accepts letters and apostrophes without escaping.
  return new Set(lines.map((line) => line.split(' ', 1)[0] ?? '').filter((word) => /^[a-z][a-z']*$/.test(word)));
}

/**
 * Runs the recogniser and returns the recognised words, without silence and noise. The recogniser is killed when this
 * process exits.
 */
function run(args: string[], onLine: () => void): Promise<SpokenWord[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, [...args, '-logfn', '/dev/null'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      onLine();
    });
    const alive = setInterval(onLine, 1_000);
    child.once('error', (cause) =>
      reject(new FramemillError('not_configured', `${PROGRAM} could not be started. Install it.`, {}, { cause })),
    );
    child.once('close', (code) => {
      clearInterval(alive);
      process.removeListener('exit', end);
      if (code === 0) return resolve(wordsIn(text));
      const how = `failed with exit code ${code ?? 'null (signal)'}`;
      reject(new FramemillError('provider_error', `${PROGRAM} ${how}. Try again, or install it again.`));
    });
  });
}

/**
 * Parses lines like `seven(2) 3.740 3.970 0.998`: a word, its start and end in seconds, and its confidence. Skips
 * `<sil>` and `[NOISE]`.
 */
function wordsIn(text: string): SpokenWord[] {
  return text.split('\n').flatMap((line) => {
    const [, word = '', start, end] = /^([^\s<[+]\S*) (\d+\.\d+) (\d+\.\d+) \S+$/.exec(line) ?? [];
    if (start === undefined) return [];
    return [{ text: word.replace(/\(\d+\)$/, ''), startSec: Number(start), endSec: Number(end) }];
  });
}

const ONES = [
  ...'zero one two three four five six seven eight nine'.split(' '),
  ...'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
];
const TENS = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * Returns the dictionary words that are spoken for an English word of a script: `well` and `known` for "Well-known,",
 * `forty` and `two` for "42". Returns an empty list when one of these words is not in the dictionary.
 */
export function spokenForms(word: string, dictionary: ReadonlySet<string>): string[] {
  const plain = word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (plain === '') return [];
  if (dictionary.has(plain)) return [plain];
  const parts = plain
    .split(/[^\p{L}\p{N}']+/u)
    .flatMap((part) => (/^\d{1,6}$/.test(part) ? inWords(Number(part)) : [part]));
  return parts.every((part) => dictionary.has(part)) ? parts : [];
}

/**
 * Spells out a number from 0 to 999,999 as words. Years (1100 to 1999, 2010 to 2099) are spelled in two halves: 1984 is
 * nineteen eighty-four.
 */
function inWords(value: number): string[] {
  if (value < 20) return [ONES[value] ?? ''];
  if (value < 100) return [TENS[Math.floor(value / 10)] ?? '', ...(value % 10 === 0 ? [] : inWords(value % 10))];
  const isYear = (value >= 1_100 && value < 2_000) || (value >= 2_010 && value < 2_100);
  if (isYear && value % 100 >= 10) return [...inWords(Math.floor(value / 100)), ...inWords(value % 100)];
  const [unit, name] = value < 1_000 ? [100, 'hundred'] : [1_000, 'thousand'];
  const rest = value % unit;
  return [...inWords(Math.floor(value / unit)), name, ...(rest === 0 ? [] : inWords(rest))];
}
