import { expect, it } from 'vitest';
import {
  COMMAND_NEEDS,
  type CommandDefinition,
  type CommandExample,
  type CommandNeed,
} from '../command/define-command.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { applyCommands } from '../reduce/reduce.ts';
import { exampleContext, exampleProject } from './example-project.ts';
import { COMMANDS } from './index.ts';
import { opsNeeding } from './ops-needing.ts';

/** The example project has no subtitle file. */
const fromFile = { params: { src: 'titles' } };
const titles: MediaFacts = {
  ...{ kind: 'subtitle', sha256: '0'.repeat(64), mimeType: 'application/x-subrip', sizeBytes: 1, hasAudio: false },
  ...{ width: null, height: null, durationSec: null, fps: null },
};

const fieldOf = { analysis: 'analysis', subtitleFile: 'subtitles', script: 'scripts' } as const;

const examplesOf = ({ op, examples }: CommandDefinition): Pick<CommandExample, 'given' | 'params'>[] =>
  op === 'importSubtitles' ? [...examples, fromFile] : examples;

it.each(COMMANDS.map((command) => [command.op, command] as const))(
  '%s says what it asks its context for',
  (_, command) => {
    const asked = new Set<CommandNeed>();
    for (const { given = [], params } of examplesOf(command)) {
      const { document } = applyCommands(exampleProject(), given, exampleContext());
      const example = exampleContext();
      const context = {
        ...example,
        media: (src: string) => (src === fromFile.params.src ? titles : example.media(src)),
      };
      for (const need of COMMAND_NEEDS) {
        const value = context[fieldOf[need]];
        Object.defineProperty(context, fieldOf[need], { get: () => asked.add(need) && value });
      }
      try {
        applyCommands(document, [{ op: command.op, ...params }], context);
      } catch {
        // Scripts have no engine here.
      }
    }
    expect([...asked].filter((need) => !command.needs.includes(need))).toEqual([]);
    // A script may run any command, and its examples do not run them all.
    if (!command.needs.includes('script')) expect([...asked].toSorted()).toEqual(command.needs.toSorted());
  },
);

it('names the ops by what they need', () => {
  expect([...opsNeeding('script')]).toEqual(['runScript']);
  expect([...opsNeeding('subtitleFile')].toSorted()).toEqual(['importSubtitles', 'runScript']);
});
