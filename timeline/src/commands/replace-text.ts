import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { text } from '../document/scalars.ts';
import { replaceInText } from '../edit/replace-in-text.ts';
import { unlockedClips } from '../edit/unlocked-clips.ts';
import { withClips } from '../edit/with-clips.ts';
import { withFixes } from '../edit/with-fixes.ts';

export const replaceText = defineCommand({
  op: 'replaceText',
  description:
    'Replaces words in all texts of the project, wherever they stand exactly as given. Captions keep the times of their words; texts on locked tracks stay.',
  keywords: { 'find and replace': {}, spelling: {} },
  params: {
    find: Type.String({ minLength: 1, maxLength: LIMITS.textLength, description: 'What to look for, case and all.' }),
    replace: text(LIMITS.textLength, 'What to put there; empty takes it away.'),
    captionsOnly: Type.Optional(Type.Boolean({ description: 'True: only in captions.' })),
  },
  returns: { replaced: Type.Integer({ description: 'How many places were changed.' }) },
  examples: [
    { title: 'A misspelt name', params: { find: 'Hello', replace: 'Hullo' }, gives: { replaced: 1 } },
    {
      title: 'In captions only',
      given: [{ op: 'addCaptions', words: [{ text: 'Framemil', start: 0, end: 1 }] }],
      params: { find: 'Framemil', replace: 'Framemill', captionsOnly: true },
      gives: { replaced: 1 },
    },
  ],
  run: (document, params) => {
    const found = document.clips.filter(
      (clip) => clip.textStyle?.content.includes(params.find) && (clip.isCaption || !params.captionsOnly),
    );
    const { clips, fixes } = unlockedClips(document, found);
    let replaced = 0;
    const changed = clips.map((clip) => {
      if (!clip.textStyle) return clip;
      const { style, count } = replaceInText(clip.textStyle, params.find, params.replace);
      replaced += count;
      return { ...clip, textStyle: style };
    });
    return { document: withClips(document, changed), data: withFixes({ replaced }, fixes) };
  },
});
