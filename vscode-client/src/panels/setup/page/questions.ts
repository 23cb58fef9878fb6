import { fillTemplate } from '../../../template';
import type { SetUpQuestion } from '../../../protocol/contract';
import { button, element, type Child } from '../../page/elements';
import type { SetUpStrings } from '../setUpStrings';

/** Number of files that a question names. */
const MAX_FILES = 4;

/** What a teacher does with a question. */
export interface QuestionListener {
  answered(question: string, answer: string): void;
  opened(path: string): void;
}

/** Return a group of radio buttons for each question. */
export function questionList(
  strings: SetUpStrings,
  questions: readonly SetUpQuestion[],
  listener: QuestionListener,
): HTMLElement {
  return element(
    'section',
    { class: 'part questions' },
    element('h2', {}, strings.questions),
    ...questions.map((question) => questionSet(strings, question, listener)),
  );
}

function questionSet(strings: SetUpStrings, question: SetUpQuestion, listener: QuestionListener): HTMLElement {
  const { id, text, choices, answer, files } = question;
  return element(
    'fieldset',
    {},
    element('legend', {}, text),
    ...choices.map((choice) => {
      const radio = element('input', {
        attributes: { type: 'radio', name: id, value: choice.id, 'data-key': `answer-${id}-${choice.id}` },
        on: {
          change: () => {
            listener.answered(id, choice.id);
          },
        },
      });
      radio.checked = choice.id === answer;
      return element('label', {}, radio, choice.label);
    }),
    files.length ? element('p', { class: 'note about' }, ...aboutFiles(strings, files, listener)) : undefined,
  );
}

function aboutFiles(strings: SetUpStrings, files: readonly string[], listener: QuestionListener): Child[] {
  const links = files.slice(0, MAX_FILES).map((path) => {
    const press = (): void => {
      listener.opened(path);
    };
    return button(path, press, { class: 'link', attributes: { title: fillTemplate(strings.open, path) } });
  });
  const rest = files.length - links.length;
  return [strings.aboutFiles, ...links, rest > 0 ? fillTemplate(strings.moreFiles, rest) : undefined];
}
