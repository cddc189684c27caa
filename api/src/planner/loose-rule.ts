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
      let rest = instruction;
      for (const cue of cues) {
        const match = cue.exec(rest);
        if (match === null) return null;
        Object.assign(parts, given(match));
        rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
      }
      for (const extra of extras) {
        const match = extra.exec(rest);
        if (match === null) continue;
        Object.assign(parts, given(match));
        rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
      }
      const who = rest
        .replaceAll(neutral, ' ')
        .replaceAll(/[!?;]|:(?=\s|$)|(?<![\p{L}\p{N}])[-'](?![\p{L}\p{N}])/gu, ' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/(?:^|\s)(?:the|of|on|in|at|for|with|my|it's|,|and)(?=\s*$)/giu, '')
        .replaceAll(/^[\s,]*(?:and\s+|of\s+|on\s+|in\s+|at\s+|for\s+|with\s+|from\s+)*|[\s,]+$/giu, '');
      return plan(parts, who, scene, instruction);
    },
  };
}

const given = (match: RegExpExecArray) =>
  Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined));
