import { Type } from '#typebox';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import type { Document } from '../document/document.ts';
import { jsonSize } from '../document/json.ts';
import { text } from '../document/scalars.ts';
import { refuse } from '../errors/framemill-error.ts';

const DEFAULT_TIMEOUT_MS = 1_000;
/** Memory limit of a script, in bytes. It suffices for reading a project of 10,000 clips. */
const MEMORY_BYTES = 64 * 1024 * 1024;
/** Maximum number of commands that a script may issue. The script's time limit alone would allow too many. */
const MOST_COMMANDS = 1_000;
/** Maximum size of a script's project, in characters of JSON. The same for all its commands together follows. */
const MOST_PROJECT = 16_000_000;
const MOST_BROUGHT = 8_000_000;

export const runScript = defineCommand({
  op: 'runScript',
  scope: 'project',
  // A script can run any command.
  needs: ['script', 'analysis', 'subtitleFile'],
  description:
    'Runs JavaScript that reads the project and calls commands. It sees project (read only), ' +
    'commands.<op>(params), which returns the data of the result and throws its error, and log(...). No I/O, no ' +
    'clock; random numbers are the same every time. When it throws or runs too long, nothing of it is kept.',
  planGate: true,
  keywords: { 'loop over clips': {}, script: {}, 'bulk edit': {} },
  params: {
    source: text(100_000, 'The script. At most 1,000 commands.'),
    timeoutMs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5_000, description: 'Longest run; 1000 when absent. Milliseconds.' }),
    ),
  },
  returns: {
    results: Type.Array(
      Type.Object({
        op: Type.String(),
        ok: Type.Boolean(),
        error: Type.Optional(Type.String()),
        data: Type.Optional(Type.Object({})),
      }),
      { description: 'Result of each command, in order.' },
    ),
    output: Type.Array(Type.String(), { description: 'Lines of the log, at most 200 and 20,000 characters.' }),
  },
  examples: [
    {
      title: 'Number the clips of the lowest track',
      params: {
        source: [
          'const [track] = project.tracks;',
          'const clips = project.clips.filter((clip) => clip.trackIndex === track.id);',
          "clips.forEach((clip, i) => commands.addTextClip({ text: 'Part ' + (i + 1), start: clip.start, " +
            'duration: 1 }));',
          'log(clips.length, "titles");',
        ].join('\n'),
      },
      gives: { output: ['2 titles'] },
    },
    {
      title: 'Errors can be caught',
      params: {
        source:
          "try { commands.splitClip({ clipId: 'clip-1', at: 99 }); }\ncatch (error) { commands.splitClip({ " +
          "clipId: 'clip-1', at: 2 }); }",
        timeoutMs: 500,
      },
    },
  ],
  run: (document, params, context, reducer) => {
    if (!context.scripts) throw refuse('runScript is not available on this service. Send the commands directly.');
    if (jsonSize(document, MOST_PROJECT) > MOST_PROJECT) throw tooLarge();
    let current: Document = document;
    let brought = 0;
    const results: CommandResult[] = [];
    const outcome = context.scripts.run(
      params.source,
      {
        ops: reducer.ops.filter((op) => op !== 'runScript'),
        document: () => {
          if (jsonSize(current, MOST_PROJECT) > MOST_PROJECT) throw tooLarge();
          return JSON.stringify(current);
        },
        command: (json) => {
          if (results.length >= MOST_COMMANDS) {
            throw refuse(`The script calls more than ${MOST_COMMANDS} commands. Split it up.`);
          }
          brought += json.length;
          if (brought > MOST_BROUGHT) {
            throw refuse(`The commands of the script are longer than ${MOST_BROUGHT} characters. Split it up.`);
          }
          const command = commandOf(json);
          if (command.op === 'runScript') throw refuse('A script cannot call runScript. Call the commands directly.');
          const reduced = reducer.reduce(current, command, context);
          current = reduced.document;
          results.push(reduced.result);
          return JSON.stringify(reduced.result);
        },
      },
      { timeoutMs: params.timeoutMs ?? DEFAULT_TIMEOUT_MS, memoryBytes: MEMORY_BYTES },
    );
    if (outcome.error !== null) {
      // Errors of commands end with a full stop, errors of the engine do not.
      const reason = outcome.error.replace(/\.$/, '');
      throw refuse(`The script was stopped: ${reason}. ${lastLines(outcome.output)}`.trim());
    }
    return { document: current, data: { results, output: outcome.output } };
  },
});

function tooLarge() {
  return refuse(
    `The project is longer than ${MOST_PROJECT} characters of JSON: too large for scripts. Make it smaller.`,
  );
}

function commandOf(json: string): { op: string; [param: string]: unknown } {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'object' && value !== null && 'op' in value && typeof value.op === 'string') {
    return { ...value, op: value.op };
  }
  throw refuse('A command of the script has no op. Call commands.<op>(params).');
}

/** Returns the last lines of a failed script's log for the error message, because the log is not returned otherwise. */
function lastLines(output: readonly string[]): string {
  if (output.length === 0) return '';
  const shown = output.slice(-3).join(' | ').slice(0, 300);
  return `Its last output: ${shown}.`;
}
