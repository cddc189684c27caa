const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * Returns the dictionary words with which an English word of a script is spoken: "Well-known," gives well, known; "42"
 * forty, two. Returns an empty list when the dictionary lacks one of them.
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

/** Spells out a number from 0 to 999,999; years (1100 to 1999, 2010 to 2099) in two halves. */
function inWords(value: number): string[] {
  if (value < 20) return [ONES[value] ?? ''];
  if (value < 100) return [TENS[Math.floor(value / 10)] ?? '', ...(value % 10 === 0 ? [] : inWords(value % 10))];
  const isYear = (value >= 1_100 && value < 2_000) || (value >= 2_010 && value < 2_100);
  if (isYear && value % 100 >= 10) return [...inWords(Math.floor(value / 100)), ...inWords(value % 100)];
  const [unit, name] = value < 1_000 ? [100, 'hundred'] : [1_000, 'thousand'];
  const rest = value % unit;
  return [...inWords(Math.floor(value / unit)), name, ...(rest === 0 ? [] : inWords(rest))];
}
