import { element } from '../../page/elements';
import { messageBox } from '../../page/messageBox';
import { emptyReason, type Counts, type Filter } from '../questionList';
import type { ShownQueue } from '../questionMessages';
import type { QuestionStrings } from '../questionStrings';

/** Return what the page says where no question is to be shown: why, and what can't be used. */
export function emptyQueue(
  { result: queue, lack }: ShownQueue,
  filter: Filter,
  counts: Counts,
  { empty, problems }: QuestionStrings,
): HTMLElement {
  const [title = '', text = ''] = empty[lack ?? emptyReason(filter, counts)];
  const box = messageBox(title, text);
  if (queue.problems.length > 0) {
    const list = element('ul', {}, ...queue.problems.map((problem) => element('li', {}, problem)));
    box.append(element('h3', {}, problems), list);
  }
  return box;
}
