import type { IconName } from '../../ui/icons.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { KEY_ACTIONS } from '../model/key-actions.ts';
import { type KeyActions, useKeyActions } from '../model/use-key-actions.ts';
import { useKeyTexts } from '../model/use-shortcuts.ts';

interface ActionItemProps {
  id: keyof KeyActions;
  icon?: IconName;
  isDisabled?: boolean;
  isDanger?: boolean;
}

/** Menu item with the name, the key and the function of a keyboard shortcut. */
export function ActionItem({ id, ...item }: ActionItemProps) {
  const does = useKeyActions();
  const keys = useKeyTexts();
  return (
    <MenuItem keys={keys[id]} onClick={does[id]} {...item}>
      {KEY_ACTIONS.find((action) => action.id === id)?.what}
    </MenuItem>
  );
}
