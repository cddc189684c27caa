import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../client/api-error.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { amountText } from '../ui/format.ts';
import { Card } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { FindingList } from './finding-list.tsx';
import { NamedClips } from './named-clips.tsx';
import { orderQuery, type RenderRecord } from './render-queries.ts';
import { type RenderReport, reportQuery } from './report-query.ts';

interface RenderReportCardProps {
  render: RenderRecord;
  /** Seeks the video to a time in seconds and shows it. */
  playAt(sec: number): void;
}

/**
 * Card of a render's quality report. The service measures the video when the user requests the report. A render started
 * with quality limits is measured together with the render.
 */
export function RenderReportCard({ render: { id, status, projectId }, playAt }: RenderReportCardProps) {
  const [isWanted, want] = useState(false);
  const { data: order } = useQuery(orderQuery(id));
  // A render started with limits was measured for them. A failed render is never measured on request.
  const isThere = status === 'FAILED' || (status === 'COMPLETED' && order?.qc !== undefined);
  const { data: report, error } = useQuery({ ...reportQuery(id), enabled: isWanted || isThere });
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
        <Button icon="check" isBusy={isWanted || isThere} onClick={() => want(true)}>
          Check quality
        </Button>
      )}
      {report?.status === 'FAILED' && <p className="text-bad">{report.error}</p>}
      {(report?.status === 'MEASURING' || report?.status === 'PENDING') && (
        <p className="flex items-center gap-2 text-soft" role="status">
          <Spinner /> The film is being measured.
        </p>
      )}
      {report?.status === 'READY' && <Report playAt={playAt} projectId={projectId} report={report} />}
    </Card>
  );
}

function Verdict({ report: { passed, findings, leftOut } }: { report: RenderReport }) {
  if (passed !== null)
    return <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'Keeps its limits' : 'Breaks limits'}</Badge>;
  const count = findings.length + leftOut;
  if (count === 0) return <Badge tone="good">Nothing found</Badge>;
  return <Badge tone="warn">{amountText(count, 'finding')}</Badge>;
}

interface ReportProps {
  report: RenderReport;
  projectId: string;
  playAt(sec: number): void;
}

function Report({ report, projectId, playAt }: ReportProps) {
  const { findings, leftOut, broken, video, audio, bitrateKbps, stages } = report;
  return (
    <div className="flex flex-col gap-5">
      {broken.length > 0 && (
        <ul
          aria-label="Limits that it breaks"
          className="flex flex-col gap-1 rounded-lg bg-bad-soft p-3 text-[13px] text-bad"
        >
          {broken.map((limit) => (
            <li className="wrap-anywhere" key={limit}>
              <NamedClips projectId={projectId} text={limit} />
            </li>
          ))}
        </ul>
      )}
      <FindingList findings={findings} playAt={playAt} projectId={projectId} />
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
