import { useEffect, useRef, useState } from 'react';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { beginRecording, type Inputs, openInputs, type Recording, type RecordingChoice } from './recorder.ts';

/** Number of seconds that are counted down before a recording begins. */
const COUNTDOWN = 3;

/** State of a recording. `atSec`: playhead when the recording began, in seconds. */
type RecordingState =
  | { step: 'choice'; problem: string | null }
  | { step: 'opening' }
  | { step: 'countdown'; inputs: Inputs; left: number }
  | { step: 'recording'; inputs: Inputs; recording: Recording; atSec: number }
  | { step: 'review'; file: File; url: string; atSec: number };

/**
 * Runs a recording: opens the devices, counts down, records. `plays`: whether the video plays from the playhead
 * meanwhile. The devices are released when the recording ends and when the component is removed.
 */
export function useRecording(choice: RecordingChoice, plays: boolean) {
  const [state, setState] = useState<RecordingState>({ step: 'choice', problem: null });
  const actions = useActions();
  const read = useReadEditor();
  /** Incremented by each start and each cancellation: a later step of an earlier recording has no effect. */
  const turn = useRef(0);
  const now = useRef(state);
  now.current = state;

  function release(): void {
    turn.current += 1;
    const old = now.current;
    if ('inputs' in old) old.inputs.close();
    if (old.step === 'recording') {
      actions.play(0);
      // Its data is discarded.
      void old.recording.stop();
    }
    if (old.step === 'review') URL.revokeObjectURL(old.url);
  }
  const isLost = state.step === 'recording' || state.step === 'review';
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLost]);
  const onRemove = useRef(release);
  onRemove.current = release;
  useEffect(() => () => onRemove.current(), []);

  async function finish(): Promise<void> {
    const old = now.current;
    if (old.step !== 'recording') return;
    const own = turn.current;
    actions.play(0);
    const file = await old.recording.stop();
    old.inputs.close();
    if (own === turn.current) setState({ step: 'review', file, url: URL.createObjectURL(file), atSec: old.atSec });
  }

  async function start(): Promise<void> {
    turn.current += 1;
    const own = turn.current;
    setState({ step: 'opening' });
    let inputs: Inputs;
    try {
      inputs = await openInputs(choice);
    } catch (error) {
      if (own === turn.current) setState({ step: 'choice', problem: error instanceof Error ? error.message : '' });
      return;
    }
    for (let left = COUNTDOWN; left > 0; left -= 1) {
      if (own !== turn.current) return inputs.close();
      setState({ step: 'countdown', inputs, left });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    if (own !== turn.current) return inputs.close();
    const atSec = read().playheadSec;
    try {
      const recording = beginRecording(inputs, choice.source, () => void finish());
      if (plays) actions.play(1);
      setState({ step: 'recording', inputs, recording, atSec });
    } catch (error) {
      inputs.close();
      const reason = error instanceof Error ? error.message : String(error);
      setState({ step: 'choice', problem: `The recording could not begin: ${reason}. Try again.` });
    }
  }

  return {
    state,
    start,
    finish,
    cancel() {
      release();
      setState({ step: 'choice', problem: null });
    },
  };
}
