// Evaluated first: it starts a worker, which loads while the other modules are evaluated.
import { firstProject } from './first-project.ts';
import './theme/styles.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './client/query-client.ts';
import { router } from './router.tsx';
import { SignInGate } from './session/sign-in.tsx';
import { startTheme } from './theme/theme.ts';
import { ToastRegion } from './ui/toast.tsx';

startTheme();
// The editor loads while the session is still being checked.
const opened = firstProject;
if (opened !== null) void import('./editor/editor-page.tsx').then(({ preloadProject }) => preloadProject(opened));
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    {/* The content policy forbids style elements: the styles that components would add are in our style sheet. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastRegion>
          <SignInGate>
            <RouterProvider router={router} />
          </SignInGate>
        </ToastRegion>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
