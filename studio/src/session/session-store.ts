import { create } from 'zustand';

interface SessionState {
  /** A call was refused because nobody is signed in any more: the page asks for the password over what is open. */
  hasEnded: boolean;
  ended(): void;
  begun(): void;
}

/** Whether the session has ended while pages are open. */
export const useSession = create<SessionState>((set) => ({
  hasEnded: false,
  ended: () => set({ hasEnded: true }),
  begun: () => set({ hasEnded: false }),
}));
