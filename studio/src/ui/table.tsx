import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Table column: its heading and a function that renders a row's cell. */
export interface Column<Row> {
  head: string;
  cell(row: Row): ReactNode;
  /** Alignment of the cells; numbers are right-aligned. */
  align?: 'right';
  /** Whether the column takes the remaining width. Longer content is truncated. */
  grows?: true;
}

interface TableProps<Row> {
  /** Description of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /**
   * Called when a row is clicked outside of its own controls. A cell of the row must have a button for the same action,
   * for keyboards.
   */
  onOpen?(row: Row): void;
}

/** Data table. It scrolls horizontally when it is wider than the page. */
export function Table<Row>({ label, columns, rows, keyOf, onOpen }: TableProps<Row>) {
  return (
    // Relative: absolutely positioned content must not make the page wider.
    <section
      aria-label={label}
      className="relative overflow-x-auto rounded-xl border border-line bg-surface"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            {columns.map(({ head, align, grows }) => (
              <th
                className={`px-4 py-2.5 font-medium whitespace-nowrap ${align === 'right' ? 'text-right' : ''} ${grows ? 'w-full' : ''}`}
                key={head}
                scope="col"
              >
                {head || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              className={`border-b border-line last:border-0 hover:bg-hover ${onOpen ? 'cursor-pointer' : ''}`}
              key={keyOf(row)}
              onClick={onOpen && (({ target }) => isControl(target) || onOpen(row))}
            >
              {columns.map(({ head, cell, align, grows }) => (
                <td
                  className={`px-4 py-2.5 whitespace-nowrap ${align === 'right' ? 'text-right tabular-nums' : ''}`}
                  key={head}
                >
                  {grows ? <Cut>{cell(row)}</Cut> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether an element is a control, or is inside one. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select') !== null;
}

/**
 * Table cell content that fills its column (at least 12 rem) and truncates longer content. A margin leaves space for
 * focus rings.
 */
function Cut({ children }: { children: ReactNode }) {
  return (
    <div className="-m-1 w-0 min-w-[max(100%+0.5rem,12rem)] truncate p-1 text-left" dir="auto">
      {children}
    </div>
  );
}

/**
 * State of an infinite query: whether there is a next page, whether it is being loaded, and the function that loads it.
 */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Button that loads the next page of a list. Renders nothing on the last page. */
export function LoadMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) {
  if (!hasNextPage) return null;
  return (
    <div className="mt-6 flex justify-center">
      <Button isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
