import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { countText, exactMomentText, sinceText } from '../ui/format.ts';
import { Badge, type BadgeTone, Waiting } from '../ui/indicators.tsx';
import { Empty, Facts, Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { notify } from '../ui/toast.tsx';
import { type LoggedRequest, requestsQuery } from './console-queries.ts';
import { curlOf } from './curl.ts';

const statuses = [
  { value: '', label: 'All' },
  { value: '2xx', label: 'Succeeded' },
  { value: '4xx', label: 'Client errors (4xx)' },
  { value: '5xx', label: 'Server errors (5xx)' },
];

/** Page of the newest requests that were sent with the account's keys and tokens. */
export function RequestsPage() {
  const [status, setStatus] = useState('');
  const [text, setText] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const filter = { status, text: useRested(text.trim()) };
  const pages = useInfiniteQuery({ ...requestsQuery(filter), placeholderData: keepPreviousData });
  const requests = pages.data?.pages.flatMap((page) => page.requests);
  const opened = requests?.find(({ id }) => id === openId);
  return (
    <Page
      actions={
        <Button icon="refresh" isBusy={pages.isRefetching} onClick={() => pages.refetch()}>
          Refresh
        </Button>
      }
      lead="The last 1,000 requests with your API keys and authorised apps, kept for 7 days. Bodies are not stored."
      title="Requests"
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <SelectField className="w-44" label="Status" onChange={({ target }) => setStatus(target.value)} value={status}>
          {statuses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          className="max-w-md grow"
          label="Search"
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
          placeholder="Path, error, key, app or request ID"
          type="search"
          value={text}
        />
      </div>
      {requests === undefined ? (
        <Waiting />
      ) : requests.length === 0 ? (
        <NoRequests isFiltered={status !== '' || filter.text !== ''} />
      ) : (
        <RequestTable onOpen={setOpenId} requests={requests} />
      )}
      <LoadMore {...pages} />
      {opened && <RequestDialog onClose={() => setOpenId(null)} request={opened} />}
    </Page>
  );
}

/** Time without typing after which a text is searched, in ms. Each search counts against the rate limit. */
const REST_MS = 300;

/** Returns a text that is typed, once it has not changed for `REST_MS`. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className="text-soft">No matching requests.</p>;
  return (
    <Empty icon="list" title="No requests yet">
      Send a request with one of your API keys. It appears here a second later.
    </Empty>
  );
}

function RequestTable({ requests, onOpen }: { requests: readonly LoggedRequest[]; onOpen(id: string): void }) {
  return (
    <Table
      columns={[
        { head: 'Status', cell: (request) => <Status request={request} /> },
        {
          head: 'Request',
          grows: true,
          cell: ({ id, method, path, error }) => (
            <>
              <button
                className="max-w-full truncate font-mono text-[13px] hover:text-accent"
                onClick={() => onOpen(id)}
                type="button"
              >
                <span className="text-soft">{method}</span> {path}
              </button>
              {error && <span className="block truncate text-[13px] text-bad">{error.message}</span>}
            </>
          ),
        },
        { head: 'Key or app', cell: (request) => <Sender request={request} /> },
        { head: 'Duration', align: 'right', cell: ({ durationMs }) => `${countText(durationMs)} ms` },
        { head: 'Time', cell: ({ time }) => <span title={exactMomentText(time)}>{sinceText(time)}</span> },
      ]}
      keyOf={({ id }) => id}
      label="Requests"
      onOpen={({ id }) => onOpen(id)}
      rows={requests}
    />
  );
}

function Status({ request: { status } }: { request: LoggedRequest }) {
  const tone: BadgeTone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 300 ? 'info' : 'good';
  return <Badge tone={tone}>{status}</Badge>;
}

/** Key of a request, or the app of its OAuth token. */
function Sender({ request: { keyId, key, appId, app } }: { request: LoggedRequest }) {
  if (keyId !== null) {
    return key === null ? <span className="text-soft">Deleted key</span> : <code className="font-mono">{key}</code>;
  }
  return appId === null ? 'OAuth token' : (app ?? <span className="text-soft">Deleted app</span>);
}

/** Dialog with all that is stored of a request, and the command that sends it again. */
function RequestDialog({ request, onClose }: { request: LoggedRequest; onClose(): void }) {
  const { id, time, method, path, durationMs, app, error } = request;
  const { command, note } = curlOf(request, location.origin);
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    notify.good('Command copied');
  };
  return (
    <Dialog isOpen onClose={onClose} title="Request details" width="wide">
      <Facts
        rows={[
          [
            'Request',
            <code className="font-mono text-[13px] break-all" key="request">
              {method} {path}
            </code>,
          ],
          ['Status', <Status key="status" request={request} />],
          ...(error ? ([['Error', <ErrorText error={error} key="error" />]] as const) : []),
          ['Key', <Sender key="key" request={request} />],
          ['App', app ?? 'None'],
          ['Time', exactMomentText(time)],
          ['Duration', `${countText(durationMs)} ms`],
          [
            'Request ID',
            <code className="font-mono text-[13px]" key="id">
              {id}
            </code>,
          ],
        ]}
      />
      <h3 className="mt-5 mb-2 font-semibold">Send again</h3>
      <pre className="overflow-x-auto rounded-lg border border-line-strong bg-sunken p-3 font-mono text-[13px]">
        {command}
      </pre>
      <p className="mt-2 text-[13px] text-soft">{note}</p>
      <DialogActions>
        <Button icon="copy" onClick={copy} tone="primary">
          Copy as curl
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ErrorText({ error: { code, message } }: { error: NonNullable<LoggedRequest['error']> }) {
  return (
    <>
      <a
        className="font-mono text-[13px] text-accent underline"
        href={`/docs/errors/${code}`}
        rel="noreferrer"
        target="_blank"
      >
        {code}
      </a>
      <span className="mt-0.5 block">{message}</span>
    </>
  );
}
