import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { sentenceOf } from '../client/api-error.ts';
import { projectsQuery, variablesQuery } from '../home/project-queries.ts';
import { FIRST_CHOICE, filesOf } from '../renders/render-choice.ts';
import { ExtraFields, extrasOf, NO_EXTRAS } from '../renders/render-extras.tsx';
import { ChoiceFields, FurtherFiles } from '../renders/render-form.tsx';
import { QuoteCard } from '../renders/render-quote.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { amountText, countText } from '../ui/format.ts';
import { Table } from '../ui/table.tsx';
import { type BatchBody, quoteBatch, startBatch } from './batch-queries.ts';
import { readTable, type TableShown } from './table-rows.ts';

interface NewBatchDialogProps {
  onClose(): void;
  /** Id of the initially selected project. Default: the account's newest project. */
  projectId?: string;
  /** Initial CSV text of the table field. */
  firstCsv?: string;
}

/** Dialog that creates a batch: it asks for a project and a table, and shows the table's first rows and a quote. */
export function NewBatchDialog({ onClose, projectId: first, firstCsv = '' }: NewBatchDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const projects = useInfiniteQuery(projectsQuery).data?.pages.flatMap((page) => page.projects) ?? [];
  const [chosen, setChosen] = useState(first ?? '');
  const projectId = chosen || (projects[0]?.id ?? '');
  const size = projects.find(({ id }) => id === projectId)?.settings ?? { width: 1920, height: 1080 };
  const { data: variables } = useQuery({ ...variablesQuery(projectId), enabled: projectId !== '' });
  const [name, setName] = useState('');
  const [csv, setCsv] = useState(firstCsv);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [extras, setExtras] = useState(NO_EXTRAS);
  const table = variables && csv.trim() !== '' ? readTable(csv, variables) : null;
  const body: BatchBody = { projectId, csv, name, ...filesOf(choice) };
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: () => startBatch({ ...body, ...extrasOf(extras) }),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ['batches'] });
      await navigate({ to: '/batches/$batchId', params: { batchId: id } });
    },
  });
  return (
    <Dialog
      isOpen
      lead="Renders one video for each row of the table, from the current version of the project."
      onClose={onClose}
      title="New batch"
      width="wide"
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <SelectField label="Project" onChange={({ target }) => setChosen(target.value)} value={projectId}>
            {projects.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Batch name"
            maxLength={200}
            onChange={({ target }) => setName(target.value)}
            placeholder="Optional"
            value={name}
          />
        </div>
        <TableField
          help={variables && columnsText(variables)}
          onChange={setCsv}
          problem={table?.problem ?? undefined}
          value={csv}
        />
        {table && table.rows.length > 0 && <TablePreview table={table} />}
        <ChoiceFields choice={choice} onChange={setChoice} size={size} />
        <div>
          <FurtherFiles choice={choice} onChange={setChoice} size={size} />
          <ExtraFields extras={extras} isBatch onChange={setExtras} />
        </div>
        {table && table.problem === null && <QuoteCard ask={() => quoteBatch(body)} of={body} />}
        {start.error && (
          <p className="rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
            {sentenceOf(start.error)}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose} tone="quiet">
            Cancel
          </Button>
          <Button disabled={table?.problem !== null} isBusy={start.isPending} tone="primary" type="submit">
            {table?.problem === null ? `Render ${amountText(table.total, 'video')}` : 'Render'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function columnsText(variables: readonly { name: string; default: string | null }[]): string {
  if (variables.length === 0) return 'This project has no variables. Write {{name}} in one of its texts first.';
  const shown = variables.map(({ name, default: own }) =>
    own === null ? name : `${name} (default: ${own || 'empty'})`,
  );
  return `Columns: ${shown.join(', ')}. Optional: reference and name, which identify a video.`;
}

/** Maximum length of a table sent in the request, in characters. The service accepts bodies of up to 1 MB. */
const MOST_LETTERS = 900_000;

interface TableFieldProps {
  value: string;
  onChange(csv: string): void;
  help: string | undefined;
  problem: string | undefined;
}

/** Text field for a CSV table, typed or loaded from a file. It refuses tables above `MOST_LETTERS` characters. */
function TableField({ value, onChange, help, problem }: TableFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (text: string) => {
    const isTooLong = text.length > MOST_LETTERS;
    setRefused(
      isTooLong
        ? `The table has ${text.length} characters; the limit is ${MOST_LETTERS}. Split it, or upload it and use ` +
            'its ID in the API.'
        : null,
    );
    if (!isTooLong) onChange(text);
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        help={help}
        label="Table (CSV)"
        onChange={({ target }) => take(target.value)}
        placeholder={'reference,name\nr1,Ana\nr2,Bo'}
        problem={refused ?? problem}
        rows={4}
        spellCheck={false}
        value={value}
      />
      <div>
        <Button icon="upload" onClick={() => input.current?.click()} size="small">
          Choose CSV file
        </Button>
        <input
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          onChange={async ({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) take(await file.text());
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
      </div>
    </div>
  );
}

interface ShownRow {
  row: string;
  cells: readonly string[];
}

/** Preview of a table's first rows, parsed as the service will parse them. */
function TablePreview({ table: { columns, rows, total } }: { table: TableShown }) {
  return (
    <div>
      <Table
        columns={columns.map((head, place) => ({
          // A table with duplicate column names is refused, but still shown next to that message.
          head: head || `Column ${place + 1}`,
          cell: ({ cells }: ShownRow) => (
            <span className="block max-w-60 truncate" title={cells[place]}>
              {cells[place]}
            </span>
          ),
        }))}
        keyOf={({ row }) => row}
        label="First rows of the table"
        rows={rows.map((cells, row) => ({ cells, row: String(row) }))}
      />
      {total > rows.length && (
        <p className="mt-1.5 text-[13px] text-faint">
          and {countText(total - rows.length)} more {total - rows.length === 1 ? 'row' : 'rows'}
        </p>
      )}
    </div>
  );
}
