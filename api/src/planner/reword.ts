import { regexp } from './words.ts';

/** Patterns of alternative wordings, each with the plain wording that the rules are written in. */
const plainWords: readonly [said: RegExp, plain: string][] = [
  [
    regexp('giu')`
      \b(?:
        nuke|ditch|scrap|kill|bin|trash|chuck|axe|discard|lose|eliminate|erase|get rid of|throw (?:out|away)
        |toss(?: out)?|take away|cut out|chop out|wipe out|clear out|pull out|leave out
      )\b
    `,
    'remove',
  ],
  [/\b(?:pump|crank|bump|jack|dial|push) (?=(?:.{0,40} )?up\b)/giu, 'turn '],
  [/\b(?:dial|tone|take|knock|tune|bring|pull) (?=.{0,40}\bdown\b)/giu, 'turn '],
  [/\b(?:switch|shut|kill|cut|turn) off the (?=(?:sound|audio|volume)\b)/giu, 'mute the '],
  [
    regexp('giu')`
      \b(?:switch|shut|turn) off (?=
        (?:the |my )?(?:background )?(?:music|song|voice|voiceover|narration|soundtrack)\b
      )
    `,
    'mute ',
  ],
  [
    regexp('giu')`
      \b(?:turn|switch|shut) (?=
        (?:the |my )?(?:background )?(?:music|song|voice|voiceover|narration|soundtrack) off\b
      )
    `,
    'mute ',
  ],
  [/(?<=mute (?:the |my )?(?:background )?\p{L}+) off\b/giu, ''],
  [/\bbackground (?=(?:music|song|track|audio|tune|soundtrack)\b)/giu, ''],
  [/\b(?:audio|sound|backing|music) track\b/giu, 'music'],
  [/\b(?:slo[\s-]?mo|slow[\s-]?mo|slowmotion|super slow|slowed down)\b/giu, 'slow motion'],
  [
    regexp('giu')`
      \b(?:at )?(?:twice|double|two times|2 times|2x) (?:the |its |as )?
      (?:(?:normal |usual |original )?speed|fast(?:er)?|quick(?:er)?)\b
    `,
    'twice as fast',
  ],
  [/\b(?:at )?half (?:of )?(?:the |its )?(?:normal |usual |original )?speed\b/giu, 'half speed'],
  [/\b(?:vibe|aesthetic|feeling|feel|mood|atmosphere|treatment|grading)s?\b/giu, 'look'],
  [/\b(sepia|warm|cool|vintage|retro)[\s-]?(?:toned|tinted|ish)\b/giu, '$1'],
  [/\b(?:enlarge|increase the size of|blow up|scale up)\b(?= )/giu, 'make bigger'],
  [/\b(?:decrease|reduce) the size of\b/giu, 'make smaller'],
  [
    regexp('giu')`
      \b(?:
        i am|i'm|i|she|he|they|we|you|somebody is|someone is|he is|she is|they are|we are|people are
        |the (?:narrator|voice|speaker|voiceover|narration) (?:is|starts|comes in)?
      )\s*(?:talking|talk|talks|speaking|speak|speaks|playing|plays|on)\b
    `,
    'someone speaks',
  ],
  [/\b(?:subs|closed captions|cc|captioning)\b/giu, 'captions'],
  [
    regexp('giu')`
      \b(?:
        completely|entirely|altogether|totally|fully|overall|please|also|nicely|properly|a little bit|a tiny bit
        |a tad|a touch
      )\b
    `,
    ' ',
  ],
  [
    /\b(?:from|in|of|on|for) (?:the |my |this |our )?(?:whole |entire )?(?:video|project|timeline|film|edit|movie)$/giu,
    '',
  ],
  [/\bvoice[\s-]over\b(?!\s+(?:the|my|a|all)\b)/giu, 'voiceover'],
  [/^((?:the |my )?(?:background )?(?:music|song|voice|voiceover|narration|soundtrack)) off$/giu, 'mute $1'],
  [/\b(?:soft|subtle|light|slight) (?=(?:blur|glow|vignette|grain)\b)/giu, ''],
  [/\bsquared\b/giu, 'square'],
  [/\b(?:game|camera|original|mic|live|ambient|room|own|raw) (?=(?:audio|sound|noise)\s+(?:of|on|in|from)\b)/giu, ''],
  [/^((?:mute|silence|unmute) .*) only$/giu, '$1'],
  [/^(make|turn|put|set|give|blur|mute) only (?=the\b|my\b)/giu, '$1 '],
  [
    regexp('giu')`
      \b(?:
        drop|remove|cut|kill|delete|lose|get rid of|turn off|switch off|take (?:off|out|away)
      ) (?:its|their) (?:own )?(?:sound|audio)\b
    `,
    'mute it',
  ],
  [/\bas long as the (?:whole )?(?:video|film)\b/giu, 'until the end'],
];

/**
 * Rewrites a text in the plain words that the rules are written in, without changing its meaning.
 * Use it for a text that no rule understands in its original wording.
 */
export function reword(text: string): string {
  let plain = text;
  for (const [said, words] of plainWords) plain = plain.replaceAll(said, words);
  return plain.replaceAll(/\s+/g, ' ').trim();
}
