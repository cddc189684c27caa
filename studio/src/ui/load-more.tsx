import { Button } from './button.tsx';

/** Paged list, as its infinite query returns it. */
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
