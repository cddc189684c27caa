import type { Rule, RuleResult, Scene } from './rule.ts';

/** What may be asked for in words of any order. */
export interface LooseRule {
  name: string;
  /** Sentences that it understands; each is a test. */
  examples: string[];
  /** Every one must be in the instruction. What they match is taken out; named groups carry the parts. */
  cues: RegExp[];
  /** Taken out as well, where they are; named groups carry the parts. */
  extras?: RegExp[];
  /** Words that say nothing more here. */
  around: string;
  /** `who`: what is left, in its order, which must name clips. Empty: nothing is. */
  plan(parts: Record<string, string | undefined>, who: string, scene: Scene, instruction: string): RuleResult | null;
}

/** Words that say nothing by themselves in any instruction. */
const EVERYWHERE =
  'i|we|you|want|wants|need|needs|like|would|could|should|must|can|to|be|is|are|so|so that|get|gets|have|has|make|makes|do|does|' +
  'go|goes|please|set|put|give|change|turn|apply|add|use|using|let|see|bit|little|way|too|much|more|also|now|there|and then|a|an|some|' +
  'becomes?|being|look|looks|going|gets?';

/**
 * A rule that reads an instruction in any order: cues, extras and words around them are taken out wherever they are, and all
 * that remains must name clips. As rules do, it understands every word or does nothing.
 */
export function loosely({ name, examples, cues, extras = [], around, plan }: LooseRule): Rule {
  const neutral = new RegExp(String.raw`(?<![\p{L}\p{N}'-])(?:${EVERYWHERE}|${around})(?![\p{L}\p{N}'-])`, 'giu');
  return {
    name,
    examples,
    patterns: [/^.+$/u],
    plan(_parts, scene, instruction) {
      const parts: Record<string, string | undefined> = {};
      const places: number[] = [];
      let rest = instruction;
      for (const [index, pattern] of [...cues, ...extras].entries()) {
        const match = pattern.exec(rest);
        if (match === null && index < cues.length) return null;
        if (match === null) continue;
        Object.assign(
          parts,
          Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined)),
        );
        places.push(match.index);
        // Blanks of the same length: places in the instruction stay what they are.
        rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
      }
      const left = rest.replaceAll(neutral, (word) => ' '.repeat(word.length));
      if (isOfSeveral(instruction, left, places)) return null;
      const who = left
        .replaceAll(/[!?;]|:(?=\s|$)|(?<![\p{L}\p{N}])[-'](?![\p{L}\p{N}])/gu, ' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/(?:(?:^|\s)(?:the|of|on|in|at|for|with|my|,|and)|,)+(?=\s*$)/giu, '')
        .replaceAll(/^[\s,]*(?:(?:and|of|on|in|at|for|with|from)\s+)*|[\s,]+$/giu, '');
      // Only a place in a row: of what, nobody said.
      if (/^(?:the\s+)?(?:first|last|final|initial)?[\d\s]*$/i.test(who) && who !== '') return null;
      return plan(parts, who, scene, instruction);
    },
  };
}

/**
 * Whether an instruction is several in one: two of its parts, between commas and "and", have a cue or a value each and name
 * something each. "Narration louder, music at 25%" is no wish about both.
 */
function isOfSeveral(instruction: string, left: string, places: number[]): boolean {
  let from = 0;
  let [saying, naming] = [0, 0];
  for (const piece of instruction.split(/(?=,|\band\b|&)/i)) {
    const to = from + piece.length;
    if (places.some((place) => place >= from && place < to)) saying += 1;
    if (/\p{L}/u.test(left.slice(from, to).replaceAll(/\b(?:and|the|my|of|on|in|at|for|with|it|them)\b/giu, '')))
      naming += 1;
    from = to;
  }
  return saying > 1 && naming > 1;
}
