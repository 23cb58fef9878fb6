import type * as vscode from 'vscode';

import type { SetUpChoices } from '../../protocol/contract';
import { NO_CHOICES } from './choices';
import { readSetUpChoices, type Folder } from './setUpMessages';

/** The choices with which each folder was set up last, in the workspace's memory: setting it up again begins with them. */
export class ChoiceMemory {
  constructor(private readonly memory: vscode.Memento) {}

  choices(folder: Folder): SetUpChoices {
    return readSetUpChoices(this.memory.get(keyOf(folder))) ?? NO_CHOICES;
  }

  async keep(folder: Folder, choices: SetUpChoices): Promise<void> {
    await this.memory.update(keyOf(folder), choices);
  }
}

function keyOf({ uri }: Folder): string {
  return `markscheme.setUp.${uri}`;
}
