import { useEffect, useId, useState } from 'react';
import { Check } from '../ui/field.tsx';
import { timecode } from '../ui/format.ts';
import type { RenderChoice } from './render-choice.ts';

/** Saved revision of a project, whose frames a thumbnail can show. */
export interface ThumbnailSource {
  rev: number;
  durationSec: number;
  fps: number;
  /** Time of a new thumbnail, in seconds. */
  firstSec: number;
}

/** Time that the slider must rest before the frame is requested, in ms. */
const REST_MS = 200;

interface ThumbnailFieldProps {
  projectId: string;
  source: ThumbnailSource;
  choice: RenderChoice;
  /** Values of the project's variables. */
  variables?: object | undefined;
  /** Whether no more files can be added. */
  isFull: boolean;
  onChange(choice: RenderChoice): void;
}

/** Checkbox for a JPEG of one frame beside the video. A slider chooses the frame, which is shown. */
export function ThumbnailField({ projectId, source, choice, variables, isFull, onChange }: ThumbnailFieldProps) {
  const id = useId();
  if (choice.format === 'poster') return null;
  const { rev, durationSec, fps, firstSec } = source;
  const isOn = choice.further.includes('poster');
  const lastSec = Math.max(0, durationSec - 1 / fps);
  const atSec = Math.min(choice.options.poster?.atSec ?? 0, lastSec);
  const withTime = (further: RenderChoice['further'], sec: number) =>
    onChange({ ...choice, further, options: { ...choice.options, poster: { atSec: sec } } });
  return (
    <div className="mt-3 rounded-lg border border-line px-3 py-2">
      <Check
        isDisabled={!isOn && isFull}
        isOn={isOn}
        onChange={(isChosen) => {
          const others = choice.further.filter((one) => one !== 'poster');
          if (isChosen) withTime([...others, 'poster'], Math.min(firstSec, lastSec));
          else onChange({ ...choice, further: others });
        }}
      >
        Thumbnail (JPEG)
      </Check>
      {isOn && (
        <div className="mt-2 flex items-center gap-3">
          <FrameImage atSec={atSec} projectId={projectId} rev={rev} variables={variables} />
          <div className="flex min-w-0 grow flex-col gap-1 text-[13px]">
            <label className="flex justify-between text-soft" htmlFor={id}>
              Thumbnail at <output className="text-text tabular-nums">{timecode(atSec, fps)}</output>
            </label>
            <input
              aria-valuetext={timecode(atSec, fps)}
              className="w-full accent-accent"
              id={id}
              max={lastSec}
              min={0}
              onChange={({ target }) => withTime(choice.further, target.valueAsNumber)}
              step={1 / fps}
              type="range"
              value={atSec}
            />
          </div>
        </div>
      )}
    </div>
  );
}

interface FrameImageProps {
  projectId: string;
  rev: number;
  atSec: number;
  variables?: object | undefined;
}

/** Frame of a project as the render will show it. */
function FrameImage({ projectId, rev, atSec, variables }: FrameImageProps) {
  const query = new URLSearchParams({ rev: String(rev), at: atSec.toFixed(3) });
  if (variables) query.set('variables', JSON.stringify(variables));
  const wanted = `/api/studio/projects/${projectId}/frame?${query}`;
  const [url, setUrl] = useState(wanted);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setUrl(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <span className="grid h-24 w-40 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-center text-xs text-faint">
      {brokenUrl === url ? (
        'This frame cannot be shown.'
      ) : (
        <img
          alt="Frame of the thumbnail"
          className={`size-full object-contain ${url === wanted ? '' : 'opacity-60'}`}
          onError={() => setBrokenUrl(url)}
          src={url}
        />
      )}
    </span>
  );
}
