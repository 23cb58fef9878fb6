import type { QuestionVersion } from '../../protocol/contract';
import { groupsOf } from '../desk/groups';

/** The people of one part who have the same words at a place. */
export interface VersionGroup {
  /** `null` for annotators who have not seen the sentence. */
  readonly words: string | null;
  readonly people: readonly QuestionVersion[];
}

/** Return what the people of one part have, the words of most people first; who has not seen the sentence comes last. */
export function versionGroups(
  versions: readonly QuestionVersion[],
  role: QuestionVersion['role'],
): readonly VersionGroup[] {
  const ofRole = versions.filter((each) => each.role === role);
  return groupsOf(ofRole, ({ words }) => words)
    .map(([words, people]) => ({ words, people }))
    .sort((one, other) => rank(other) - rank(one));
}

function rank({ words, people }: VersionGroup): number {
  return words === null ? 0 : people.length;
}
