import '../theme/styles.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { replaceAccess } from '../client/access.ts';
import { sentenceOf } from '../client/api-error.ts';
import { queryClient } from '../client/query-client.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { applyTheme } from './embed-theme.ts';
import { EmbeddedEditor, Notice } from './embedded-editor.tsx';
import { listenToHost } from './host-page.ts';
import { accessOf, loadSession } from './session-access.ts';

// Before the page can send its message, which it does when this document is loaded.
const host = listenToHost();
const token = location.hash.slice(1);
// The address of a window and its history must not keep the token.
history.replaceState(null, '', location.pathname);

const element = document.getElementById('root');
if (!element) throw new Error('The page has no root element.');
const root = createRoot(element);
void start();

async function start(): Promise<void> {
  try {
    const session = await loadSession(token);
    host.allow(session.origins);
    applyTheme(session.theme);
    replaceAccess(accessOf(session, token, () => host.send({ framemill: 'close' })));
    // Requests that are refused from now on mean that the session has ended.
    queryClient.setQueryData(['session'], session);
    show(<EmbeddedEditor host={host} session={session} />);
  } catch (error) {
    const message = sentenceOf(error);
    host.send({ framemill: 'error', code: error instanceof TypeError ? 'not_reached' : 'session_ended', message });
    show(<Notice title="The editor could not be opened">{message}</Notice>);
  }
}

function show(content: ReactNode): void {
  root.render(
    <StrictMode>
      {/* The content policy forbids style elements: the styles that components would add are in our style sheet. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <ToastRegion>{content}</ToastRegion>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
