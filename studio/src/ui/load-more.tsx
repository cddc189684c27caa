import { Button } from './button.tsx';

/** A list that comes in pages, as its query says. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** The button below a list that has further pages; nothing on the last one. */
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
