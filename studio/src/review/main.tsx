import '../theme/styles.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../client/query-client.ts';
import { startTheme } from '../theme/theme.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { ReviewPage } from './review-page.tsx';
import { openReviewService } from './review-service.ts';

startTheme();
const element = document.getElementById('root');
if (!element) throw new Error('The page has no root element.');
// The token stays in the address, so that the page can be reloaded. Browsers do not send fragments to servers.
const service = openReviewService(location.hash.slice(1));
createRoot(element).render(
  <StrictMode>
    {/* The content policy forbids style elements: the styles that components would add are in our style sheet. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastRegion>
          <ReviewPage service={service} />
        </ToastRegion>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
