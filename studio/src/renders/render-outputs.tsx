import { buttonClass } from '../ui/button.tsx';
import { bytesText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { formatLabel } from '../ui/labels.ts';
import type { RenderRecord } from './render-queries.ts';
import { RenderStatus } from './render-status.tsx';

/**
 * List of a render's files, each with a download link as soon as it is ready. Renders nothing for a render with one
 * file.
 */
export function RenderOutputs({ render: { outputs } }: { render: Pick<RenderRecord, 'outputs'> }) {
  if (!outputs) return null;
  return (
    <ul aria-label="Files" className="flex flex-col divide-y divide-line">
      {outputs.map(({ index, format, aspect, status, progress, url, error, fileSizeBytes }) => (
        <li className="flex items-center gap-3 py-2 first:pt-0 last:pb-0" key={index}>
          <div className="min-w-0 grow">
            <p className="truncate">
              {formatLabel(format)}
              {aspect && `, ${aspect}`}
            </p>
            {error !== null && <p className="text-[13px] text-bad">{error}</p>}
          </div>
          <span className="text-[13px] text-soft tabular-nums">
            {fileSizeBytes !== null ? bytesText(fileSizeBytes) : status === 'PROCESSING' ? `${progress}%` : ''}
          </span>
          <RenderStatus status={status as RenderRecord['status']} />
          {url && (
            <a
              aria-label={`Download ${formatLabel(format)}${aspect ? `, ${aspect}` : ''}`}
              className={buttonClass('quiet', 'small')}
              download
              href={new URL(url).pathname}
            >
              <Icon name="download" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
