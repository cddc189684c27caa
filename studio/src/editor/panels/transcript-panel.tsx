import type { Clip } from '@framemill/timeline';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { amountText, durationText } from '../../ui/format.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { audibleWords, captionsAsSrt, captionsOf, rangesOfWords, type SpokenWord } from './spoken-words.ts';

/** Transcript panel: transcribes speech, cuts the video by deleting words, and adds and edits captions. */
export function TranscriptPanel({ openCommand }: { openCommand(op: string): void }) {
  const clips = useEditor((state) => state.document.clips);
  const bySrc = useEditor((state) => state.bySrc);
  const picked = useEditor((state) => state.selection[0]);
  const [bySource, setBySource] = useState<ReadonlyMap<string, readonly SpokenWord[]>>(new Map());
  const speaking = clips.filter(({ src, type }) => (type === 'video' || type === 'audio') && bySrc.get(src)?.hasAudio);
  const clip = speaking.find(({ id }) => id === picked) ?? speaking[0];
  const words = clip ? bySource.get(clip.src) : undefined;
  return (
    <div className="flex flex-col gap-4 p-3">
      {clip ? (
        <section className="flex flex-col gap-2">
          <h2 className="truncate text-[13px] font-semibold">Speech in {clipTitle(clip)}</h2>
          {words ? (
            <Words clip={clip} words={words} />
          ) : (
            <Transcribe
              clip={clip}
              done={(found) => setBySource(new Map([...bySource, [clip.src, found]]))}
              mediaId={bySrc.get(clip.src)?.id ?? ''}
            />
          )}
        </section>
      ) : (
        <p className="text-soft">Add a video or audio clip with speech to the timeline to transcribe it.</p>
      )}
      <Captions openCommand={openCommand} />
    </div>
  );
}

function Transcribe({
  clip,
  mediaId,
  done,
}: {
  clip: Clip;
  mediaId: string;
  done(words: readonly SpokenWord[]): void;
}) {
  const [script, setScript] = useState('');
  const listen = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      answerOf(
        api.POST('/v1/ai/transcriptions', {
          body: { mediaId, ...(script.trim() ? { script, mode: 'script' as const } : {}) },
        }),
      ),
    onSuccess: ({ words }) => done(words),
  });
  return (
    <>
      <label className="text-[13px] text-soft" htmlFor="script">
        Script (optional): its words are matched to the audio
      </label>
      <textarea
        className="min-h-16 rounded-lg border border-line-strong bg-sunken px-2.5 py-2"
        id="script"
        onChange={(event) => setScript(event.target.value)}
        value={script}
      />
      <Button icon="message" isBusy={listen.isPending} onClick={() => listen.mutate()} size="small">
        Transcribe {clipTitle(clip)}
      </Button>
      {listen.error && (
        <p className="text-[13px] text-bad" role="alert">
          {sentenceOf(listen.error)}
        </p>
      )}
    </>
  );
}

function Words({ clip, words }: { clip: Clip; words: readonly SpokenWord[] }) {
  const actions = useActions();
  const playheadSec = useEditor((state) => state.playheadSec);
  const all = useEditor((state) => state.document.clips);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  // After a cut the words are in several clips of the same file.
  const parts = all.filter(({ src }) => src === clip.src).toSorted((a, b) => a.start - b.start);
  const audible = parts.map((part) => ({ part, words: audibleWords(words, part) }));

  function choose(index: number, startSec: number, isRange: boolean) {
    if (isRange && last !== null) {
      const [from, to] = [Math.min(last, index), Math.max(last, index)];
      setChosen(new Set(Array.from({ length: to - from + 1 }, (_, place) => from + place)));
    } else setChosen(chosen.has(index) && chosen.size === 1 ? new Set() : new Set([index]));
    setLast(index);
    actions.seek(startSec);
  }

  function cut(which: ReadonlySet<number>) {
    // From the end backwards, so that a cut does not shift the ranges that are still to be cut.
    const commands = audible.toReversed().flatMap(({ part, words: own }) => {
      const ranges = rangesOfWords(own, which);
      return ranges.length > 0 ? [{ op: 'cutRanges', clipId: part.id, ranges, ripple: true }] : [];
    });
    if (commands.length > 0) actions.run(`Cut ${amountText(which.size, 'word')}`, commands);
    setChosen(new Set());
  }

  const fillers = new Set(
    audible.flatMap((one) => one.words.filter(({ isFiller }) => isFiller).map(({ index }) => index)),
  );
  return (
    <>
      <div className="flex flex-wrap gap-x-1 gap-y-0.5 rounded-lg border border-line bg-sunken p-2">
        {audible.flatMap(({ part, words: own }) =>
          own.map((word) => (
            <button
              aria-pressed={chosen.has(word.index)}
              className={`rounded px-0.5 ${chosen.has(word.index) ? 'bg-fill text-on-fill' : word.isFiller ? 'text-warn underline decoration-dotted' : ''} ${playheadSec >= word.start && playheadSec < word.end ? 'bg-active' : ''}`}
              key={`${part.id} ${word.index}`}
              onClick={(event) => choose(word.index, word.start, event.shiftKey)}
              type="button"
            >
              {word.text}
            </button>
          )),
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button disabled={chosen.size === 0} icon="cut" onClick={() => cut(chosen)} size="small">
          Cut {chosen.size > 0 ? amountText(chosen.size, 'word') : 'words'}
        </Button>
        <Button disabled={fillers.size === 0} onClick={() => cut(fillers)} size="small">
          Cut {amountText(fillers.size, 'filler word')}
        </Button>
        <Button
          onClick={() => {
            const spoken = audible.flatMap((one) => one.words.map(({ text, start, end }) => ({ text, start, end })));
            actions.run('Add captions', [{ op: 'addCaptions', words: spoken }]);
          }}
          size="small"
        >
          Add captions
        </Button>
      </div>
    </>
  );
}

function Captions({ openCommand }: { openCommand(op: string): void }) {
  const clips = useEditor((state) => state.document.clips);
  const name = useEditor((state) => state.document.settings.name);
  const actions = useActions();
  const captions = captionsOf(clips);

  function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([captionsAsSrt(captions)], { type: 'application/x-subrip' }));
    link.download = `${name || 'captions'}.srt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-[13px] font-semibold">Captions</h2>
      <div className="flex flex-wrap gap-1.5">
        <Button onClick={() => openCommand('importSubtitles')} size="small">
          Import captions
        </Button>
        <Button disabled={captions.length === 0} onClick={download} size="small">
          Export as SRT
        </Button>
        <Button disabled={captions.length === 0} onClick={() => openCommand('styleCaptions')} size="small">
          Style captions
        </Button>
        <Button onClick={() => openCommand('replaceText')} size="small">
          Find and replace
        </Button>
      </div>
      <ol className="flex flex-col">
        {captions.slice(0, 300).map((caption) => (
          <li key={caption.id}>
            <button
              className="flex w-full gap-2 rounded-lg px-1.5 py-1 text-left hover:bg-hover"
              onClick={() => {
                actions.select([caption.id]);
                actions.seek(caption.start);
              }}
              type="button"
            >
              <span className="w-10 shrink-0 text-xs text-faint tabular-nums">{durationText(caption.start)}</span>
              <span>{caption.textStyle?.content}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
