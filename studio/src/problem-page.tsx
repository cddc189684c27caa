import { Link, useRouter } from '@tanstack/react-router';
import { ApiError, sentenceOf } from './client/api-error.ts';
import { Button, buttonClass } from './ui/button.tsx';

/**
 * Error page shown in place of a page that failed to load. It shows the reason and offers to try again (not for a 404).
 */
export function ProblemPage({ error, reset }: { error: unknown; reset(): void }) {
  const router = useRouter();
  const isGone = error instanceof ApiError && error.status === 404;
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid place-items-center px-6 py-24 text-center" role="alert">
      <h1 className="text-lg font-semibold">{isGone ? 'Not found' : 'This page could not be loaded'}</h1>
      <p className="mt-2 max-w-md text-soft">{sentenceOf(error)}</p>
      <div className="mt-5 flex gap-2">
        {!isGone && (
          <Button icon="refresh" onClick={again}>
            Try again
          </Button>
        )}
        <Link className={buttonClass()} to="/">
          Go to projects
        </Link>
      </div>
    </div>
  );
}

/** Page shown for an address that no route matches. */
export function NotFoundPage() {
  return (
    <div className="grid place-items-center px-6 py-24 text-center">
      <h1 className="text-lg font-semibold">Page not found</h1>
      <p className="mt-2 text-soft">Check the URL. The page may have been moved or deleted.</p>
      <Link className={`${buttonClass()} mt-5`} to="/">
        Go to projects
      </Link>
    </div>
  );
}
