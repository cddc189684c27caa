import type { Clip, Command } from '@framemill/timeline';
import { Dialog } from '../../ui/dialog.tsx';
import { Finder } from '../../ui/finder.tsx';
import { useEditor } from '../model/use-editor.ts';
import { presetCommands } from '../presets/effect-presets.ts';
import { PresetGallery } from '../presets/preset-gallery.tsx';
import { imageChoices } from './stack-choices.ts';

interface AddEffectDialogProps {
  /** Clips that have an image. The gallery shows the first one. */
  clips: readonly Clip[];
  isOpen: boolean;
  onClose(): void;
  /** Called with a title and the commands that add it to all clips that can have it. The caller closes the dialog. */
  onPick(title: string, commands: Command[]): void;
}

/** Dialog with the gallery of effect presets, and the list of all effects below it. */
export function AddEffectDialog({ clips, isOpen, onClose, onPick }: AddEffectDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Add effect" width="wide">
      {isOpen && <EffectFinder clips={clips} onPick={onPick} />}
    </Dialog>
  );
}

function EffectFinder({ clips, onPick }: Pick<AddEffectDialogProps, 'clips' | 'onPick'>) {
  const canvas = useEditor(({ document }) => document.settings);
  const lut = useEditor(({ media }) => media.find(({ kind, status }) => kind === 'lut' && status === 'READY')?.id);
  const image = useEditor(({ media }) => media.find(({ kind, status }) => kind === 'image' && status === 'READY')?.id);
  const choicesOf = (clip: Clip) => imageChoices(clip, { lut, image });
  const [first] = clips;
  if (!first) return null;
  return (
    <Finder
      above={(search) => (
        <div>
          <PresetGallery
            clip={first}
            onPick={(preset) =>
              onPick(
                preset.name,
                clips.flatMap(({ id }) => presetCommands(preset, id, canvas)),
              )
            }
            search={search}
          />
          <h3 className="mt-4 text-[13px] font-semibold">All effects</h3>
        </div>
      )}
      entries={choicesOf(first)}
      id="stack-choice"
      label="Find an effect"
      listLabel="Effects"
      onPick={({ key, title }) =>
        onPick(
          title,
          clips.flatMap((clip) => choicesOf(clip).find((choice) => choice.key === key)?.commands ?? []),
        )
      }
    />
  );
}
