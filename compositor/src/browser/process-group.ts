import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Sets the priority of a process that leads its own session: `niceness` steps below that of this process. Called right
 * after its start: threads that it starts later inherit the priority. Where Linux groups processes by session
 * (sched(7), autogroup), priorities count within a session only and a new session begins with the default one, so the
 * priority of the group is set too.
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
