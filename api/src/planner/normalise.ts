import { vocabulary } from './clip-names.ts';
import { editDistance, numbers, pattern, regexp } from './words.ts';

/** Contractions, chat abbreviations and short forms, with their full forms. Matched as whole words, ignoring case. */
const longhand: Record<string, string> = {
  ...{
    pls: 'please',
    plz: 'please',
    plss: 'please',
    u: 'you',
    ur: 'your',
    n: 'and',
    thx: 'thanks',
    ty: 'thanks',
    tnx: 'thanks',
  },
  ...{
    'w/': 'with',
    'w/o': 'without',
    wanna: 'want to',
    gonna: 'going to',
    gotta: 'have to',
    lemme: 'let me',
    gimme: 'give me',
  },
  ...{ kinda: '', sorta: '', tho: '', rn: '', lol: '', asap: '', btw: '', imo: '', tbh: '' },
  ...{ vid: 'video', vids: 'videos', pic: 'photo', pics: 'photos', subs: 'subtitles', bgm: 'music', bg: 'background' },
  ...{
    vol: 'volume',
    ig: 'instagram',
    insta: 'instagram',
    yt: 'youtube',
    tt: 'tiktok',
    vo: 'voiceover',
    'b-roll': 'broll',
  },
  ...{ sec: 'second', secs: 'seconds', min: 'minute', mins: 'minutes', pct: 'percent', percents: 'percent' },
  ...{
    teh: 'the',
    hte: 'the',
    adn: 'and',
    nad: 'and',
    wiht: 'with',
    taht: 'that',
    mak: 'make',
    amke: 'make',
    clp: 'clip',
  },
  ...{ pleae: 'please', pease: 'please', musik: 'music', tittle: 'title', titel: 'title', vidoe: 'video' },
  ...{
    "it's": 'it is',
    "that's": 'that is',
    "there's": 'there is',
    "what's": 'what is',
    "i'd": 'i would',
    "i'm": 'i am',
  },
  ...{
    "i'll": 'i will',
    "i've": 'i have',
    "we'd": 'we would',
    "we're": 'we are',
    "they're": 'they are',
    "let's": 'let us',
  },
  ...{
    "we'll": 'we will',
    "you're": 'you are',
    "could've": 'could have',
    "should've": 'should have',
    dont: "don't",
    cant: "can't",
  },
  ...{ doesnt: "doesn't", im: 'i am', ive: 'i have', whats: 'what is', thats: 'that is', lets: 'let us' },
  ...{ centre: 'center', centred: 'centered', grey: 'gray', colour: 'color', colours: 'colors' },
  ...{
    coloured: 'colored',
    normalise: 'normalize',
    capitalise: 'capitalize',
    italicise: 'italicize',
    synchronise: 'synchronize',
  },
};
const SHORT = new RegExp(
  `(?<![\\p{L}\\p{N}'/-])(?:${Object.keys(longhand)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('/', '\\/'))
    .join('|')})(?![\\p{L}\\p{N}'/-])`,
  'giu',
);

/**
 * Matches polite forms of a request. The text after them is an instruction even if the sentence ends with a question
 * mark.
 */
const ASKING = new RegExp(
  String.raw`(?<![\p{L}\p{N}'-])(?:${[
    'if (?:it is|that is|its|thats)? ?(?:at all )?(?:possible|okay|ok|not too much(?: trouble| to ask)?|easy)',
    pattern`
      if (?:you|u) (?:
        could|can|would|may|want|like|do not mind|don.t mind|have (?:a (?:minute|moment|sec(?:ond)?)|time)
      )(?: please)?(?= |,|$)
    `,
    'when(?:ever)? you (?:get|have) (?:a|the) (?:chance|moment|minute|second|time)',
    'i was (?:wondering|hoping) (?:if|whether) (?:you|we) (?:could|can|might)(?: please)?',
    '(?:can|could|would|will) (?:you|we)(?: guys)?(?: please| maybe| possibly| also| just)*(?= \\p{L})',
    'would it be (?:possible|okay|ok|cool) (?:to|if (?:you|we)(?: could)?)',
    'is it possible (?:to|for you to)|is there (?:a|any) (?:way|chance) (?:to|(?:that )?(?:you|we) (?:could|can))',
    'do you (?:think|mind) (?:you|we) (?:could|can)|would you mind|do you mind|any chance (?:you|we) (?:could|can)',
    pattern`
      (?:it )?would be (?:really |super |so )?
      (?:nice|great|cool|lovely|awesome|good|perfect|amazing) (?:if (?:you|we) (?:could|can)|to)
    `,
  ].join('|')})`,
  'giu',
);

/** Matches filler phrases of politeness or doubt, which are removed anywhere in a message. */
const FILLERS = new RegExp(
  String.raw`(?<![\p{L}\p{N}'-])(?:${[
    pattern`
      (?:thank you|thanks|thank u|cheers|many thanks)
      (?: (?:so|very) much| a lot| a (?:bunch|million|ton)| in advance| mate| man| buddy)?
    `,
    'i (?:think|guess|feel like|believe|suppose)(?: that)?(?: (?:we|you) should)?(?= )',
    '(?:as well|for me|for now|for us|right now|real quick|if need be|you know|by the way|of course|no worries)',
    pattern`
      (?:hey|hi|hello|yo|hiya|heya|howdy|good (?:morning|afternoon|evening|day)|greetings)
      (?: (?:there|team|guys|all|everyone|again|friend|man|bro|dude|mate|planner|framemill))?(?=[ ,.!:]|$)
    `,
    '(?:bro|dude|buddy|folks|guys|sir|dear|friend|mate)(?=[ ,.!]|$)',
    pattern`
      (?:
        please|kindly|pretty please|maybe|perhaps|possibly|simply|basically|literally|honestly|somehow|hmm+|umm?|uh+
        |er+m?|ah+|oh|well
      )(?=[ ,.!?]|$)
    `,
    '(?:just|really|quite|pretty|super|sort of|kind of|some kind of|some sort of|a little something)(?= )',
    '(?:nice|lovely|beautiful|awesome|simple|elegant|fancy|stylish|good|great)(?= (?!and |enough)\\p{L})',
    'exactly(?= \\d)',
    'should be (?:good|fine|enough)|(?:that|this) is (?:it|all)(?: for now)?|that.?s (?:it|all)',
  ].join('|')})`,
  'giu',
);

const list = regexp('gimu')`
  ^\s*(?:
    (?:step\s+)?\d{1,2}\s*[.):]|\(?[a-h]\)|[-*•–—→>▪●✅✔]
    |(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|then|next|finally|lastly|also)\s*[:,]
  )\s+
`;
/** Matches the marks of a numbered list written in one line: "1. do this 2. do that". */
const inlineList = /(?<=[\p{L}\p{N}"”'%.,;!)\ue001])\s+\(?\d{1,2}[.)]\s+(?=\p{L})/gu;

const tens: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const TENS = new RegExp(
  String.raw`\b(${Object.keys(tens).join('|')})(?:[\s-]+(one|two|three|four|five|six|seven|eight|nine))?\b`,
  'giu',
);

/**
 * Rewrites a message in the plain words that the planner rules read.
 * Short forms are expanded, phrases of politeness and doubt are removed, list marks become ends of sentences, and
 * numbers become digits. The caller has already replaced quoted texts by placeholders. `names` contains the words of
 * the project's names in lower case; they are not rewritten.
 */
export function normalise(message: string, names: ReadonlySet<string>): string {
  const written = message
    .replaceAll('’', "'")
    .replaceAll(/\p{Extended_Pictographic}|\ufe0f/gu, (sign) => (/[\d#*]/.test(sign) ? sign : ' '))
    // Text in brackets describes the word before it.
    .replaceAll(/(?<=\s)(\p{L}+)\s*\((\d+(?:[.,]\d+)?\s*(?:s|secs?|seconds?))\)/giu, '$2 $1')
    .replaceAll(/(?:a bit |a little |much )?\b(?:slower|faster)\s*\((\d+)\s*%\)/giu, 'at $1% speed')
    .replaceAll(/\s*\(([^()\n]{1,60})\)/g, ', $1')
    .replaceAll(/(?<=\p{L})\s+[-–—]\s+(?=\p{L})/gu, ', ')
    .replaceAll(/(?<=\d)\s+%/g, '%')
    .replaceAll(
      regexp('giu')`
        \b(while|when) (?:i am|i'm|im|we are|we're|you are|they are|they're|he is|she is) (?!talk|speak|sing|play)
        (?=\p{L}+ing\b)
      `,
      '$1 the ',
    )
    .replaceAll(list, '\n')
    .replaceAll(inlineList, '\n')
    .replaceAll(SHORT, (word) => (isName(word, names) ? word : (longhand[word.toLowerCase()] ?? word)))
    .replaceAll(/(?<=\s)[:;][-']?[)(DPp](?=\s|$)/g, ' ');
  const asked = written.replaceAll(/[^.!?\n]+\?/g, (sentence) =>
    sentence.search(ASKING) < 0 && !/^\s*(?:can|could) (?:the|my|this|all)\b/i.test(sentence)
      ? sentence
      : sentence.replace('?', '.'),
  );
  const spoken = asked
    .replaceAll(/(?:^|(?<=[.!?\n]\s*))\s*(?:can|could) (?=(?:the|my|this|all)\b)/giu, 'make ')
    .replaceAll(
      regexp('giu')`
        \s*,?\s*\b(?:instead of|rather than) (?:the (?:current|usual|default) |only )?\d+(?:\.\d+)?\s*
        (?:seconds?|s|%|px|x)?(?=[\s,.!?]|$)
      `,
      '',
    )
    .replaceAll(ASKING, ' ')
    .replaceAll(FILLERS, (said) => (names.has(said.toLowerCase()) ? said : ' '))
    .replaceAll(/(?:^|(?<=[.!?\n]\s*))\s*actually\b,?/giu, ' ');
  return amounts(spoken)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/ +([,.;!?])/g, '$1')
    .replaceAll(/^[\s,]+|(?<=[.!?;\n])[ ,]+/g, ' ')
    .replaceAll(/,(?:\s*,)+/g, ',')
    .trim();
}

const isName = (word: string, names: ReadonlySet<string>) => names.has(word.toLowerCase());

/** Converts amounts to digits: "twenty five", "a couple of seconds", "half a second", "one and a half seconds". */
function amounts(text: string): string {
  return (
    text
      // "The first second" is a duration. The reading "the first second clip" is excluded: no user writes that.
      .replaceAll(
        /\b(first|last|final|opening) (second|minute)\b(?!\s+(?:clip|video|photo|picture|text|title))/giu,
        '$1 1 $2',
      )
      .replaceAll(TENS, (said, ten: string, one?: string) => {
        const value = tens[ten.toLowerCase()];
        return value === undefined ? said : String(value + (one === undefined ? 0 : (numbers[one.toLowerCase()] ?? 0)));
      })
      .replaceAll(/\b(?:a|the)\s+(?:couple|pair)\s+(?:of\s+)?(?=\p{L})/giu, '2 ')
      .replaceAll(
        /\b(?:a )?half (?:of )?an? (second|minute)\b|\ba half[- ](second|minute)\b/giu,
        (_said, a, b) => `0.5 ${a ?? b}s`,
      )
      .replaceAll(/\b(?:a )?quarter (?:of )?an? (second|minute)\b/giu, '0.25 $1s')
      .replaceAll(/\b(?:a|one) (second|minute) and a half\b/giu, '1.5 $1s')
      .replaceAll(/\b(\p{L}+|\d+) and a half\b/giu, (said, whole: string) => {
        const number = numbers[whole.toLowerCase()] ?? Number(whole);
        return Number.isNaN(number) ? said : String(number + 0.5);
      })
      .replaceAll(/(?<=\d)\s*(?:sec|secs)\b/gi, ' seconds')
      .replaceAll(
        regexp('giu')`
          \b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen)
          (?=\s+(?:seconds?|minutes?|percent|db|decibels|degrees|times|clips|photos|videos|texts)\b)
        `,
        (word) => String(numbers[word.toLowerCase()] ?? word),
      )
      .replaceAll(/(?<=\b(?:from|to|at|until|till|between|and|after) )second (\d+(?:\.\d+)?)\b/giu, '$1s')
      .replaceAll(/\b(\d+(?:\.\d+)?)\s*percent\b/giu, '$1%')
  );
}

/**
 * Corrects typing mistakes in a text to words of the vocabulary or of `names`.
 * Numbers, punctuation and words that look like names are not changed. A correctly written word may be changed by
 * mistake, so call it only for texts that are not understood without it.
 */
export function repair(text: string, names: ReadonlySet<string>): string {
  return text.replaceAll(/(?<![\p{L}\p{N}])[\p{L}']+(?![\p{L}\p{N}])/gu, (word, offset: number) =>
    /^\p{Lu}/u.test(word) && offset > 0 ? word : repaired(word, names),
  );
}

/**
 * Returns the only word of the vocabulary or the project within edit distance 1 (2 for words of 8 letters or more).
 * Returns the word unchanged when no word or several words are equally near.
 */
function repaired(word: string, names: ReadonlySet<string>): string {
  const plain = word.toLowerCase();
  if (plain.length < 4 || plain.includes("'") || vocabulary.has(plain) || names.has(plain) || plain in numbers)
    return word;
  if (vocabulary.has(plain.replace(/s$/, '')) || names.has(plain.replace(/s$/, '')) || names.has(`${plain}s`))
    return word;
  const most = plain.length >= 8 ? 2 : 1;
  let [best, nearest]: [number, string[]] = [most + 1, []];
  for (const known of [...vocabulary, ...names]) {
    // In a word of four letters, only a missing letter is a likely mistake.
    if (known.length < 4 || known[0] !== plain[0] || (plain.length === 4 && known.length !== 5)) continue;
    const distance = editDistance(plain, known, Math.min(most, best));
    if (distance > most || distance > best) continue;
    nearest = distance < best ? [known] : [...nearest, known];
    best = distance;
  }
  const [only, other] = [...new Set(nearest)];
  return only !== undefined && other === undefined ? only : word;
}
