import { useSyncExternalStore } from 'react';
import { notify } from '../../ui/toast.tsx';

/** Shows the preview on the whole screen, or ends that. */
export function toggleFullScreen(): void {
  const refuse = () => notify.bad('The browser does not allow full screen.');
  if (isFullScreen()) void document.exitFullscreen();
  else if (!document.fullscreenEnabled) refuse();
  // The whole page, because menus and messages are outside of the preview. The editor shows only the preview then.
  else document.documentElement.requestFullscreen().catch(refuse);
}

/** Whether the editor shows only the preview, on the whole screen. */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore(followFullScreen, isFullScreen);
}

function isFullScreen(): boolean {
  return document.fullscreenElement === document.documentElement;
}

function followFullScreen(changed: () => void): () => void {
  addEventListener('fullscreenchange', changed);
  return () => removeEventListener('fullscreenchange', changed);
}
