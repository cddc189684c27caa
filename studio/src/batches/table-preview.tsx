import { countText } from '../ui/format.ts';
import { Table } from '../ui/table.tsx';
import type { TableShown } from './table-rows.ts';

interface ShownRow {
  row: string;
  cells: readonly string[];
}

/** Preview of a table's first rows, parsed as the service will parse them. */
export function TablePreview({ table: { columns, rows, total } }: { table: TableShown }) {
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
