/** Messages between the extension and the page of progress. */

import type { Progress } from '../../protocol/contract';
import type { ShownResult } from '../messages';

export type ShownProgress = ShownResult<Progress>;

/** Saves the progress of a class, by its folder, as a file. */
export interface SaveRequest {
  readonly type: 'save';
  readonly uri: string;
}
