import { create } from 'zustand';

interface SessionState {
  /** Whether a request was refused because the session has ended. A sign-in dialog then opens over the current page. */
  hasEnded: boolean;
  ended(): void;
  begun(): void;
}

/** Store that records whether the session has ended while pages are open. */
export const useSession = create<SessionState>((set) => ({
  hasEnded: false,
  ended: () => set({ hasEnded: true }),
  begun: () => set({ hasEnded: false }),
}));
