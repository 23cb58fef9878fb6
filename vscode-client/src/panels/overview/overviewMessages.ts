/** Messages between the extension and the overview's page. */

import type { Overview } from '../../protocol/contract';
import type { VocabularyName } from '../../protocol/vocabularies';
import type { ShownResult } from '../messages';

export interface ShownOverview extends ShownResult<Overview> {
  readonly vocabulary: VocabularyName;
}

/** What a person does with a class, by its folder; `student`: whose answers come first. */
export interface ClassRequest {
  readonly type: 'decide' | 'giveBack' | 'markScheme';
  readonly uri: string;
  readonly student?: string;
}

/** Opens a student's document; `view` is the text of a file without lines. */
export interface OpenRequest {
  readonly type: 'open';
  readonly uri: string;
  readonly view?: string;
}

/** What the overview's page alone asks for. */
export type OverviewRequest = OpenRequest | ClassRequest;
