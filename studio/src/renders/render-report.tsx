import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../client/api-error.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Card } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { RenderRecord } from './render-queries.ts';
import { type RenderReport, reportQuery } from './report-query.ts';

const NAMES: Record<RenderReport['findings'][number]['kind'], string> = {
  ...{ black: 'Black picture', frozen: 'Frozen picture', clipped: 'Blown out', silence: 'Silence' },
  ...{ glyphs: 'Missing glyphs', upscaled: 'Upscaled', 'safe-area': 'At the edge', contrast: 'Faint text' },
};

/** What was measured and found in a finished film; measured when somebody wants to know it, or was with the render. */
export function RenderReportCard({ render: { id, status } }: { render: RenderRecord }) {
  const [isWanted, want] = useState(false);
  // A render that failed is never measured for being asked: it has a report, or none.
  const { data: report, error } = useQuery({ ...reportQuery(id), enabled: isWanted || status === 'FAILED' });
  if (status !== 'COMPLETED' && status !== 'FAILED') return null;
  if (status === 'FAILED' && report?.status !== 'READY') return null;
  return (
    <Card
      actions={report?.status === 'READY' ? <Verdict report={report} /> : null}
      lead="Pictures, sound and texts of the finished file, measured once."
      title="Quality"
    >
      {error && <p className="text-bad">{sentenceOf(error)}</p>}
      {!report && !error && (
        <Button icon="check" isBusy={isWanted} onClick={() => want(true)}>
          Check quality
        </Button>
      )}
      {report?.status === 'FAILED' && <p className="text-bad">{report.error}</p>}
      {(report?.status === 'MEASURING' || report?.status === 'PENDING') && (
        <p className="flex items-center gap-2 text-soft" role="status">
          <Spinner /> The film is being measured.
        </p>
      )}
      {report?.status === 'READY' && <Report report={report} />}
    </Card>
  );
}

function Verdict({ report: { passed, findings, leftOut } }: { report: RenderReport }) {
  if (passed !== null)
    return <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'Keeps its limits' : 'Breaks limits'}</Badge>;
  const count = findings.length + leftOut;
  if (count === 0) return <Badge tone="good">Nothing found</Badge>;
  return <Badge tone="warn">{count === 1 ? '1 finding' : `${count} findings`}</Badge>;
}

function Report({ report }: { report: RenderReport }) {
  const { findings, leftOut, broken, video, audio, bitrateKbps, stages } = report;
  return (
    <div className="flex flex-col gap-5">
      {broken.length > 0 && (
        <ul
          aria-label="Limits that it breaks"
          className="flex flex-col gap-1 rounded-lg bg-bad-soft p-3 text-[13px] text-bad"
        >
          {broken.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
      {findings.length > 0 && (
        <ul aria-label="Findings" className="flex flex-col divide-y divide-line">
          {findings.map(({ kind, startSec, endSec, clipId, message }) => (
            <li className="flex gap-4 py-2 first:pt-0 last:pb-0" key={`${kind} ${startSec} ${clipId}`}>
              <span className="w-32 shrink-0 font-mono text-[13px] text-soft tabular-nums">
                {startSec.toFixed(2)}-{endSec.toFixed(2)} s
              </span>
              <span className="w-32 shrink-0">{NAMES[kind]}</span>
              <span className="min-w-0 break-words text-soft">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {leftOut > 0 && <p className="text-[13px] text-soft">And {leftOut} more.</p>}
      <Facts
        rows={[
          ['Picture', video ? `${video.codec}, ${video.width} × ${video.height}, ${video.frames} frames` : 'none'],
          ['Sound', audio ? audio.codec : 'none'],
          ...(audio ? audioRows(audio) : []),
          ['Bitrate', bitrateKbps === null ? 'none' : `${Math.round(bitrateKbps)} kbit/s`],
          ['Time', timesOf(stages)],
        ]}
      />
    </div>
  );
}

function audioRows(audio: NonNullable<RenderReport['audio']>): [string, string][] {
  const { integratedLufs, truePeakDb, offsetSec } = audio;
  return [
    ['Loudness', integratedLufs === null ? 'silent' : `${integratedLufs.toFixed(1)} LUFS`],
    ['True peak', truePeakDb === null ? 'silent' : `${truePeakDb.toFixed(1)} dBTP`],
    ...(offsetSec === null ? [] : [['Sound to picture', `${Math.round(offsetSec * 1000)} ms`] as [string, string]]),
  ];
}

function timesOf({ waitedSec, renderedSec, mixedSec, joinedSec, measuredSec }: RenderReport['stages']): string {
  const parts = { waited: waitedSec, rendered: renderedSec, mixed: mixedSec, joined: joinedSec, measured: measuredSec };
  const known = Object.entries(parts).flatMap(([name, seconds]) =>
    seconds === null ? [] : [`${name} ${seconds.toFixed(1)} s`],
  );
  return known.join(', ') || 'not known';
}
