import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of the process `pid`, which must lead its own session, to `niceness` steps below the priority of
 * this process. Call it right after the process has started, so that threads started later inherit the priority. Also
 * lowers the priority of the session's group: where Linux groups processes by session (sched(7), autogroup), the
 * priority of a process counts only within its session.
 */
export function giveWay(pid: number, niceness: number): void {
  const lower = Math.min(19, getPriority() + niceness);
  try {
    setPriority(pid, lower);
    writeFileSync(`/proc/${pid}/autogroup`, String(lower));
  } catch {
    // The process has ended already, as its exit event reports; or the system has no such groups.
  }
}

/** Sends a signal to all processes of a process group. Does nothing when the processes have ended. */
export function killGroup(group: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
