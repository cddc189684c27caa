import type { Command } from '@framemill/timeline';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { titleOf } from '../../ui/labels.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { chosenCommands } from './choose-commands.ts';
import { paramsText } from './params-text.ts';

/** One exchange with the assistant: the user's message and the resulting plan. */
interface Turn {
  id: number;
  message: string;
  planner: string;
  commands: Command[];
  unresolved: { instruction: string; reason: string }[];
}

/**
 * Assistant panel: turns an instruction in words into a plan of commands. The user applies all or part of the plan as
 * one undo step.
 */
export function AssistantPanel() {
  const projectId = useEditor((state) => state.projectId);
  const [text, setText] = useState('');
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: (message: string) => answerOf(api.POST('/v1/ai/agent', { body: { projectId, message, dryRun: true } })),
    onSuccess({ planner, commands, unresolved }, message) {
      setTurns((before) => [...before, { id: before.length, message, planner, commands, unresolved }]);
      setText('');
    },
  });
  return (
    <div className="flex min-h-full flex-col gap-3 p-3">
      {turns.length === 0 && (
        <p className="text-soft">
          Describe an edit, for example “add a title Hello for three seconds”, “make it vertical” or “fade the music
          out”.
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {turns.map((turn) => (
          <PlanCard key={turn.id} turn={turn} />
        ))}
      </ol>
      <form
        className="mt-auto flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') ask.mutate(text);
        }}
      >
        {ask.error && (
          <p className="text-[13px] text-bad" role="alert">
            {sentenceOf(ask.error)}
          </p>
        )}
        <textarea
          aria-label="Describe the edit"
          className="min-h-16 w-full rounded-lg border border-line-strong bg-sunken px-2.5 py-2"
          maxLength={2_000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            if (text.trim() !== '') ask.mutate(text);
          }}
          placeholder="Describe the edit"
          value={text}
        />
        <Button disabled={text.trim() === ''} icon="send" isBusy={ask.isPending} size="small" type="submit">
          Plan edit (5 credits)
        </Button>
      </form>
    </div>
  );
}

function PlanCard({ turn }: { turn: Turn }) {
  const { commands, unresolved, message } = turn;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(commands.keys()));
  const [isApplied, setIsApplied] = useState(false);
  const clips = useEditor((state) => state.document.clips);
  const actions = useActions();
  const titles = new Map(clips.map((clip) => [clip.id, clipTitle(clip)]));
  return (
    <li className="rounded-xl border border-line bg-raised p-3">
      <p className="mb-2 font-medium">{message}</p>
      <ul className="flex flex-col gap-1.5">
        {commands.map((command, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: commands of a plan have no id
          <li key={index}>
            <label className="flex gap-2 text-[13px]">
              <input
                checked={chosen.has(index)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                disabled={isApplied}
                onChange={({ target }) => {
                  const next = new Set(chosen);
                  if (target.checked) next.add(index);
                  else next.delete(index);
                  setChosen(next);
                }}
                type="checkbox"
              />
              <span className="min-w-0">
                {titleOf(command.op)}
                <span className="block break-words text-faint">{paramsText(command, titles)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p className="text-[13px] text-soft">No edits could be planned for this.</p>}
      {unresolved.map(({ instruction, reason }) => (
        <p className="mt-1.5 text-[13px] text-warn" key={instruction}>
          “{instruction}”: {reason}
        </p>
      ))}
      {commands.length > 0 && (
        <div className="mt-2.5 flex items-center gap-2">
          <Button
            disabled={isApplied || chosen.size === 0}
            onClick={() => {
              // The plan is for the whole project, not for the composition that is open.
              actions.leave(0);
              if (actions.run(`Assistant: ${message.slice(0, 60)}`, chosenCommands(commands, chosen)))
                setIsApplied(true);
            }}
            size="small"
            tone="primary"
          >
            {isApplied
              ? 'Applied'
              : chosen.size === commands.length
                ? 'Apply'
                : `Apply ${chosen.size} of ${commands.length}`}
          </Button>
          {isApplied && <span className="text-[13px] text-faint">Ctrl Z undoes all of them.</span>}
        </div>
      )}
    </li>
  );
}
