// Random samples of docstrings, error messages and paragraphs of READMEs, for a reader who has not seen the project and
// says of each text whether it is plain English. `code-figures.mjs` prints them with `--sample docstrings --seed 7`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Kinds of text, each with the size of its sample.
 * @type {Readonly<Record<string, { count: number; files: RegExp; find: (text: string) => string[] }>>}
 */
export const kinds = {
  docstrings: { count: 60, files: /^\w+\/src\/.*\.tsx?$/, find: docstringsIn },
  errors: { count: 30, files: /^\w+\/src\/.*\.ts$/, find: messagesIn },
  prose: { count: 30, files: /^(README|ARCHITECTURE|CONTRIBUTING|docs\/.*|[\w/]+README)\.md$/, find: paragraphsIn },
};

/**
 * Picks texts at random and returns each with its file. Equal seeds pick the same texts from the same checkout.
 * @param {string} root
 * @param {string} name one of `kinds`
 * @param {number} seed
 */
export function sampleText(root, name, seed) {
  const kind = kinds[name];
  if (!kind) throw new Error(`There is no sample "${name}". Choose one of ${Object.keys(kinds).join(', ')}.`);
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });
  const files = listed
    .split('\0')
    .filter((file) => kind.files.test(file) && !/\.test\.tsx?$|generated|CONFORMANCE/.test(file));
  const texts = files.flatMap((file) =>
    kind.find(readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}\n${text}`),
  );
  const random = createRandom(seed);
  const drawn = [];
  while (drawn.length < kind.count && texts.length > 0) {
    drawn.push(...texts.splice(Math.floor(random() * texts.length), 1));
  }
  return drawn;
}

/** @param {string} text */
function docstringsIn(text) {
  return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport [^\n]*/g)].map(([found]) => found);
}

// One alternative for each kind of quote, since a backreference would not work in a pattern that is used twice.
const literal = /`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/.source;
const message = new RegExp(
  `(?:FramemillError\\([\\s\\S]{0,60}?,\\s*|const message =\\s*)((?:${literal})(?:\\s*\\+\\s*(?:${literal}))*)`,
  'g',
);

/**
 * Returns the error messages of a file. Parts that are joined by `+` are one message.
 * @param {string} text
 */
function messagesIn(text) {
  return [...text.matchAll(message)]
    .map(([, whole = '']) => [...whole.matchAll(new RegExp(literal, 'g'))].map(([part]) => part.slice(1, -1)).join(''))
    .filter((found) => found.length >= 25);
}

/**
 * Returns the paragraphs and list items of a document. Those that begin in lower case continue a sentence and are left
 * out.
 * @param {string} text
 */
function paragraphsIn(text) {
  return text
    .replaceAll(/```[\s\S]*?```/g, '')
    .split(/\n{2,}/)
    .flatMap((block) => (/^- /.test(block) ? block.split(/\n(?=- )/) : [block]))
    .filter((block) => block.length > 80 && !/^([#|!<]|(- )?[a-z])/.test(block));
}

/**
 * Returns a seeded random number generator (Mulberry32) for numbers from 0 (inclusive) to 1 (exclusive).
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
