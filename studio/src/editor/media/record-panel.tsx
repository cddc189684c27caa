import { useEffect, useRef, useState } from 'react';
import { type MediaRecord, useUploads } from '../../project/uploads.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Check, SelectField } from '../../ui/field.tsx';
import { durationText } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { type Inputs, microphones, type RecordingChoice, type RecordingSource } from './recorder.ts';
import { useRecording } from './use-recording.ts';

const SOURCES: readonly (readonly [RecordingSource, string])[] = [
  ['voice', 'Voice'],
  ['camera', 'Camera'],
  ['screen', 'Screen'],
];
/** Number of times, a second apart, that a recording is looked for among the files that are ready. */
const MOST_TRIES = 60;

/**
 * Panel that records voice, camera or screen into the account's files. It is not modal, so that the video can be
 * watched while a voice is recorded. It asks before a recording is discarded, also when the page is left.
 */
export function RecordPanel({ onClose, refresh }: { onClose(): void; refresh(): Promise<void> }) {
  const [choice, setChoice] = useState<RecordingChoice>({ source: 'voice', hasMicrophone: true, microphoneId: '' });
  const [plays, setPlays] = useState(true);
  const { state, start, finish, cancel } = useRecording(choice, plays);
  const add = useAddRecording(refresh);
  const [asked, setAsked] = useState<'close' | 'discard' | null>(null);
  const isLost = state.step === 'recording' || state.step === 'review';
  const close = () => {
    cancel();
    onClose();
  };
  const leave = (file: File, atSec: number | null) => {
    add(file, atSec);
    onClose();
  };

  return (
    <section aria-label="Recording" className="flex flex-col gap-3 rounded-xl border border-line-strong bg-raised p-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Record</h3>
        <IconButton
          icon="close"
          label="Close recording"
          onClick={() => (isLost ? setAsked('close') : close())}
          size="small"
        />
      </header>
      {state.step === 'choice' && (
        <Choice
          choice={choice}
          plays={plays}
          problem={state.problem}
          put={setChoice}
          setPlays={setPlays}
          start={start}
        />
      )}
      {state.step === 'opening' && <p className="text-soft">Allow access in the browser…</p>}
      {state.step === 'countdown' && (
        <>
          <LiveView inputs={state.inputs} />
          <p aria-live="assertive" className="text-center text-2xl font-semibold tabular-nums">
            {state.left}
          </p>
          <Button onClick={cancel}>Cancel</Button>
        </>
      )}
      {state.step === 'recording' && (
        <>
          <LiveView inputs={state.inputs} />
          <Elapsed />
          <Button autoFocus onClick={() => void finish()} tone="primary">
            Stop recording
          </Button>
        </>
      )}
      {state.step === 'review' && (
        <>
          <Played file={state.file} url={state.url} />
          <Button autoFocus onClick={() => leave(state.file, state.atSec)} tone="primary">
            Add to timeline
          </Button>
          <div className="flex gap-2">
            <Button className="grow" onClick={() => leave(state.file, null)} size="small">
              Save to Media
            </Button>
            <Button className="grow" onClick={() => setAsked('discard')} size="small" tone="danger">
              Discard
            </Button>
          </div>
        </>
      )}
      <Confirm
        action="Discard"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={async () => (asked === 'close' ? close() : cancel())}
        title="Discard recording?"
      >
        The recording is deleted. This cannot be undone.
      </Confirm>
    </section>
  );
}

interface ChoiceProps {
  choice: RecordingChoice;
  plays: boolean;
  problem: string | null;
  put(choice: RecordingChoice): void;
  setPlays(plays: boolean): void;
  start(): Promise<void>;
}

function Choice({ choice, plays, problem, put, setPlays, start }: ChoiceProps) {
  const [inputs, setInputs] = useState<readonly MediaDeviceInfo[]>([]);
  const { source, hasMicrophone, microphoneId } = choice;
  useEffect(() => {
    void microphones().then(setInputs);
  }, []);
  return (
    <>
      <fieldset className="flex gap-1">
        <legend className="sr-only">Source</legend>
        {SOURCES.map(([value, name]) => (
          <Button
            aria-pressed={value === source}
            className="grow"
            key={value}
            onClick={() => put({ ...choice, source: value })}
            size="small"
            tone={value === source ? 'plain' : 'quiet'}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {source !== 'voice' && (
        <Check isOn={hasMicrophone} onChange={(isOn) => put({ ...choice, hasMicrophone: isOn })}>
          Record the microphone
        </Check>
      )}
      {inputs.length > 1 && (source === 'voice' || hasMicrophone) && (
        <SelectField
          label="Microphone"
          onChange={({ target }) => put({ ...choice, microphoneId: target.value })}
          value={microphoneId}
        >
          <option value="">Default</option>
          {inputs.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Check isOn={plays} onChange={setPlays}>
        Play the video while recording. Use headphones.
      </Check>
      {problem !== null && (
        <p className="text-[13px] text-bad" role="alert">
          {problem}
        </p>
      )}
      <Button icon="circle" onClick={() => void start()} tone="primary">
        Start recording
      </Button>
    </>
  );
}

/** Image of the devices and the level of the audio. */
function LiveView({ inputs }: { inputs: Inputs }) {
  const video = useRef<HTMLVideoElement>(null);
  const bar = useRef<HTMLMeterElement>(null);
  const isSeen = inputs.stream.getVideoTracks().length > 0;
  useEffect(() => {
    if (video.current) video.current.srcObject = inputs.stream;
    let frame = 0;
    const draw = () => {
      if (bar.current) bar.current.value = inputs.level();
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [inputs]);
  return (
    <>
      {isSeen && <video aria-label="Live image" autoPlay className="w-full rounded-lg bg-black" muted ref={video} />}
      <meter
        aria-label="Audio level"
        className="h-2 w-full"
        high={0.9}
        low={0.7}
        max={1}
        min={0}
        optimum={0.3}
        ref={bar}
      />
    </>
  );
}

/** Time since the recording began. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - begun) / 1_000), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-center tabular-nums">
      <span className="text-bad">●</span> {durationText(Math.floor(seconds))}
    </p>
  );
}

function Played({ file, url }: { file: File; url: string }) {
  const common = { controls: true, 'aria-label': file.name, className: 'w-full rounded-lg', src: url };
  return file.type.startsWith('audio/') ? <audio {...common} /> : <video {...common} />;
}

/**
 * Returns a function that uploads a recording. With `atSec`, it becomes a clip at that time, in seconds, when the
 * service has read it.
 */
function useAddRecording(refresh: () => Promise<void>) {
  const upload = useUploads((state) => state.add);
  const actions = useActions();
  const edit = useEditActions();
  const read = useReadEditor();

  async function addClip({ id, name }: MediaRecord, atSec: number): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await refresh();
      const record = read().media.find((one) => one.id === id);
      if (record?.status === 'FAILED') return;
      if (record?.status === 'READY') {
        actions.seek(atSec);
        return edit.insertMedia(record);
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    notify.bad(`${name} is not ready yet. Add it from Media when it is ready.`);
  }

  return (file: File, atSec: number | null) =>
    upload([file], (record) => {
      if (atSec !== null) void addClip(record, atSec);
    });
}
