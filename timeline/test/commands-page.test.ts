import { expect, it } from 'vitest';
import { commandsPage } from '../src/commands/commands-page.ts';
import { COMMANDS } from '../src/commands/index.ts';

it('COMMANDS.md says what the definitions say', async () => {
  await expect(commandsPage(COMMANDS)).toMatchFileSnapshot('../COMMANDS.md');
});
