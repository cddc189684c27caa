import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf, sentenceOf } from '../client/api-error.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { amountText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge, Spinner } from '../ui/indicators.tsx';
import { codecLabel } from '../ui/labels.ts';
import { Card, Facts } from '../ui/page.tsx';
import { NamedClips } from './failure-card.tsx';
import { orderQuery, type RenderRecord } from './render-queries.ts';

interface RenderReportCardProps {
  render: RenderRecord;
  /** Seeks the video to a time in seconds and shows it. */
  playAt(sec: number): void;
}

/**
 * Card of a render's quality report. The service measures the video when the user requests the report. If the render
 * was started with quality limits, the measurement is part of the render.
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
      lead="Checks of the images, audio and text of the finished file."
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
          <Spinner /> Checking quality…
        </p>
      )}
      {report?.status === 'READY' && <Report playAt={playAt} projectId={projectId} report={report} />}
    </Card>
  );
}

function Verdict({ report: { passed, findings, leftOut } }: { report: RenderReport }) {
  if (passed !== null)
    return <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'Quality check passed' : 'Quality check failed'}</Badge>;
  const count = findings.length + leftOut;
  if (count === 0) return <Badge tone="good">No problems</Badge>;
  return <Badge tone="warn">{amountText(count, 'problem')}</Badge>;
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
          aria-label="Exceeded limits"
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
      {leftOut > 0 && <p className="text-[13px] text-soft">{leftOut} more not shown.</p>}
      <Facts
        rows={[
          [
            'Video',
            video ? `${codecLabel(video.codec)}, ${video.width} × ${video.height}, ${video.frames} frames` : 'None',
          ],
          ['Audio', audio ? codecLabel(audio.codec) : 'None'],
          ...(audio ? audioRows(audio) : []),
          ['Bitrate', bitrateKbps === null ? 'None' : `${Math.round(bitrateKbps)} kbit/s`],
          ['Time', timesOf(stages)],
        ]}
      />
    </div>
  );
}

function audioRows(audio: NonNullable<RenderReport['audio']>): [string, string][] {
  const { integratedLufs, truePeakDb, offsetSec } = audio;
  return [
    ['Loudness', integratedLufs === null ? 'Silent' : `${integratedLufs.toFixed(1)} LUFS`],
    ['True peak', truePeakDb === null ? 'Silent' : `${truePeakDb.toFixed(1)} dBTP`],
    ...(offsetSec === null ? [] : [['Audio offset', `${Math.round(offsetSec * 1000)} ms`] as [string, string]]),
  ];
}

function timesOf({ waitedSec, renderedSec, mixedSec, joinedSec, measuredSec }: RenderReport['stages']): string {
  const parts = { waited: waitedSec, rendered: renderedSec, mixed: mixedSec, joined: joinedSec, measured: measuredSec };
  const known = Object.entries(parts).flatMap(([name, seconds]) =>
    seconds === null ? [] : [`${name} ${seconds.toFixed(1)} s`],
  );
  return known.join(', ') || 'Unknown';
}

type Finding = RenderReport['findings'][number];

const NAMES: Record<Finding['kind'], string> = {
  ...{ black: 'Black frames', frozen: 'Frozen frames', clipped: 'Clipped highlights', silence: 'Silence' },
  ...{
    glyphs: 'Missing characters',
    upscaled: 'Low resolution',
    'safe-area': 'Outside safe area',
    contrast: 'Low contrast',
  },
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
function FindingList({ findings, projectId, playAt }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Problems" className="-mx-2 flex flex-col">
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

/** Quality report of a render as API responses contain it. */
type RenderReport =
  SessionPaths['/v1/renders/{id}/report']['get']['responses'][200]['content']['application/json']['report'];

/** Polling interval for a report that is being measured, in ms. */
const ASK_MS = 1_000;

/**
 * Query for the quality report of a render. The first request makes the service measure the video; the query is polled
 * until that is done.
 */
const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-report', id],
    queryFn: async () => (await answerOf(api.GET('/v1/renders/{id}/report', { params: { path: { id } } }))).report,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'MEASURING' || data?.status === 'PENDING' ? ASK_MS : false,
  });
