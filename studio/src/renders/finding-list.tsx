import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { NamedClips } from './named-clips.tsx';
import type { RenderReport } from './report-query.ts';

type Finding = RenderReport['findings'][number];

const NAMES: Record<Finding['kind'], string> = {
  ...{ black: 'Black picture', frozen: 'Frozen picture', clipped: 'Blown out', silence: 'Silence' },
  ...{ glyphs: 'Missing glyphs', upscaled: 'Upscaled', 'safe-area': 'At the edge', contrast: 'Faint text' },
};

interface FindingListProps {
  findings: readonly Finding[];
  projectId: string;
  /** Seeks the video to a time in seconds and shows it. */
  playAt(sec: number): void;
}

/**
 * List of quality findings in a video. A click on a finding seeks to its time; a link opens its clip in the editor.
 * Renders nothing for an empty list.
 */
export function FindingList({ findings, projectId, playAt }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Findings" className="-mx-2 flex flex-col">
      {findings.map(({ kind, startSec, endSec, clipId, message }) => (
        <li
          className="flex items-start gap-2 border-b border-line py-1 last:border-0"
          key={`${kind} ${startSec} ${clipId}`}
        >
          <button
            className="flex min-w-0 grow flex-wrap gap-x-4 gap-y-0.5 rounded-lg px-2 py-1 text-left hover:bg-hover"
            onClick={() => playAt(startSec)}
            type="button"
          >
            <span className="w-30 shrink-0 font-mono text-[13px] text-soft tabular-nums">
              {startSec.toFixed(2)}-{endSec.toFixed(2)} s
            </span>
            <span className="w-28 shrink-0">{NAMES[kind]}</span>
            <span className="min-w-48 grow basis-0 wrap-anywhere text-soft">
              <NamedClips projectId={projectId} text={message} />
            </span>
          </button>
          <Link
            aria-label={`Edit at ${startSec.toFixed(2)} s: ${NAMES[kind]}`}
            className={buttonClass('quiet', 'small')}
            params={{ projectId }}
            search={{ at: startSec, ...(clipId === null ? {} : { clip: clipId }) }}
            to="/projects/$projectId/edit"
          >
            <Icon name="edit" /> Edit
          </Link>
        </li>
      ))}
    </ul>
  );
}
