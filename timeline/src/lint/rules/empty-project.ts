import type { LintRule } from './rule.ts';

/** Reports a project without clips, which cannot be rendered. */
export const emptyProject: LintRule = (document) =>
  document.clips.length > 0
    ? []
    : [{ severity: 'warn', time: 0, message: 'The project has no clips. Add one before rendering.' }];
