import { fillTemplate } from '../../../template';
import type { SetUpQuestion } from '../../../protocol/contract';
import { button, element, type Child } from '../../page/elements';
import type { SetUpStrings } from '../setUpStrings';

/** Number of files that a question names. */
const MAX_FILES = 4;

/** Number of characters of answers that stand on one line. */
const SHORT = 12;

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
  const others = files.filter((path) => choices.every(({ label }) => label !== path));
  const isShort = choices.every(({ label }) => label.length <= SHORT && !files.includes(label));
  return element(
    'fieldset',
    { class: isShort ? 'short' : undefined },
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
      const isFile = files.includes(choice.label);
      const open = isFile ? fileButton(strings, strings.openAnswer, choice.label, listener) : undefined;
      return element('div', { class: 'answer' }, element('label', {}, radio, choice.label), open);
    }),
    others.length ? element('p', { class: 'note about' }, ...aboutFiles(strings, others, listener)) : undefined,
  );
}

function aboutFiles(strings: SetUpStrings, files: readonly string[], listener: QuestionListener): Child[] {
  const links = files.slice(0, MAX_FILES).map((path) => fileButton(strings, path, path, listener));
  const rest = files.length - links.length;
  return [strings.aboutFiles, ...links, rest > 0 ? fillTemplate(strings.moreFiles, rest) : undefined];
}

function fileButton(strings: SetUpStrings, label: string, path: string, listener: QuestionListener): HTMLButtonElement {
  const words = fillTemplate(strings.open, path);
  const press = (): void => {
    listener.opened(path);
  };
  return button(label, press, {
    class: 'link',
    attributes: { title: words, 'aria-label': label === path ? undefined : words },
  });
}
