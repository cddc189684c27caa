import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';
import { DICTIONARY, PROGRAM } from './has-pocketsphinx.ts';
import { spokenForms } from './spoken-forms.ts';

/** With the usual beams the one path through a script is often given up. */
const WIDE = ['-beam', '1e-120', '-wbeam', '1e-120', '-pbeam', '1e-120'];
/** With fewer of its words known, a script is of another language, or of names alone. */
const LEAST_KNOWN = 0.5;

/** A word and when it is spoken. Seconds. */
export interface SpokenWord {
  text: string;
  startSec: number;
  endSec: number;
}

/** When a word of a script is spoken; `index` is its place in the script. Seconds. */
export interface AlignedWord {
  index: number;
  startSec: number;
  endSec: number;
}

/** Writes down what is said in English. `speech`: a file of `writeSpeech`. `onWord` hears of every line, as a sign of life. */
export async function recogniseSpeech(speech: string, onLine: () => void): Promise<SpokenWord[]> {
  return run(['-infile', speech, '-time', 'yes', '-remove_silence', 'no'], onLine);
}

/**
 * Finds when the words of a known English script are spoken. Words that the dictionary lacks are left out; all are when hardly any is
 * in it, or when the script does not fit what is heard. `folder`: for the grammar.
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
  // Without a path through all of it there is no result at all, or one that breaks off.
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
  // "word(2)" is a second way to say it. A grammar takes letters and apostrophes as they are.
  return new Set(lines.map((line) => line.split(' ', 1)[0] ?? '').filter((word) => /^[a-z][a-z']*$/.test(word)));
}

/** Runs the program; answers the words of its result, without silences and noises. It ends with this process. */
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
      reject(new FramemillError('not_configured', `${PROGRAM} could not be started.`, {}, { cause })),
    );
    child.once('close', (code) => {
      clearInterval(alive);
      process.removeListener('exit', end);
      if (code === 0) resolve(wordsIn(text));
      else reject(new FramemillError('provider_error', `${PROGRAM} ended with ${code ?? 'a signal'}.`));
    });
  });
}

/** Lines like `seven(2) 3.740 3.970 0.998`: a word, its start and end in seconds, how sure it is. `<sil>` and `[NOISE]` are none. */
function wordsIn(text: string): SpokenWord[] {
  return text.split('\n').flatMap((line) => {
    const [, word = '', start, end] = /^([^\s<[+]\S*) (\d+\.\d+) (\d+\.\d+) \S+$/.exec(line) ?? [];
    if (start === undefined) return [];
    return [{ text: word.replace(/\(\d+\)$/, ''), startSec: Number(start), endSec: Number(end) }];
  });
}
