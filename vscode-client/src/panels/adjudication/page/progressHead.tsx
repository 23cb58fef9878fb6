/** What stands above the sentence: how far the adjudication is, where to go, and what the keys do. */

import { Fragment } from 'preact';

import { fillTemplate } from '../../../words';
import { Button, focusOn, MessageBox } from '../../page/view';
import type {
  AdjudicationPageState,
  AdjudicationStrings,
  FromAdjudicationPage,
  ShownSentence,
} from '../adjudicationMessages';

/** How far the adjudication is, and what a person does about it. */
interface HeadView {
  readonly shown: ShownSentence;
  readonly state: AdjudicationPageState;
  readonly strings: AdjudicationStrings;
  readonly post: (message: FromAdjudicationPage) => void;
  /** Show the next or previous sentence, or one by its number, from 0. */
  readonly show: (to: 'next' | 'previous' | 'at', index?: number) => void;
  readonly toggle: (setting: 'all' | 'stays') => void;
}

/** The heading, the bar, the controls, and what can't be used. */
export function Head(view: HeadView) {
  const { shown, state, strings } = view;
  const { counts, problems, annotators } = shown;
  const part = counts.sentences > 0 ? (counts.agreed + counts.decided) / counts.sentences : 0;
  return (
    <>
      <div class="heading">
        <h1>{strings.title}</h1>
        <p>{state.name}</p>
        <p class="progress number">{progressText(shown, strings)}</p>
        <div class="actions">{annotators.length > 1 && <FileButtons {...view} />}</div>
      </div>
      <span class="bar" aria-hidden="true" style={{ '--part': String(part) }} />
      <Controls {...view} />
      {problems.length > 0 && (
        <details class="problems">
          <summary>{`${strings.problems} (${problems.length})`}</summary>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function progressText({ counts }: ShownSentence, strings: AdjudicationStrings): string {
  const detail = [
    fillTemplate(strings.detail, counts.agreed, counts.decided),
    ...(counts.tags > 0 ? [fillTemplate(strings.tags, counts.tags)] : []),
    ...(counts.unseen > 0 ? [fillTemplate(strings.unseen, counts.unseen)] : []),
  ].join(', ');
  return `${fillTemplate(strings.progress, counts.open, counts.sentences)} · ${detail}`;
}

function FileButtons({ shown, strings, post }: HeadView) {
  const take = { title: strings.takeMajorityHint, 'data-key': 'take-majority', disabled: shown.counts.open === 0 };
  return (
    <>
      <Button class="plain" {...take} onClick={() => post({ type: 'askMajority' })}>
        {strings.takeMajority}
      </Button>
      <Button class="plain" title={strings.exportHint} data-key="export" onClick={() => post({ type: 'export' })}>
        {strings.export}
      </Button>
    </>
  );
}

function Controls(view: HeadView) {
  const { state, strings, show, toggle } = view;
  return (
    <div class="controls">
      {(['previous', 'next'] as const).map((to) => (
        <Button key={to} class="plain" data-key={to} onClick={() => show(to)}>
          {strings[to]}
        </Button>
      ))}
      <JumpForm {...view} />
      <label class="choice" title={strings.allHint}>
        <input type="checkbox" data-key="all" checked={state.all ?? false} onChange={() => toggle('all')} />{' '}
        {strings.all}
      </label>
      <label class="choice" title={strings.advanceHint}>
        <input type="checkbox" data-key="advance" checked={!state.stays} onChange={() => toggle('stays')} />{' '}
        {strings.advance}
      </label>
    </div>
  );
}

/** The field in which a person writes the number of a sentence. */
function JumpForm({ shown, strings, show }: HeadView) {
  const { sentence, counts } = shown;
  const jump = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const wanted = Number.parseInt(event.currentTarget.querySelector('input')?.value ?? '', 10);
    if (wanted >= 1) {
      focusOn('sentence');
      show('at', Math.min(wanted, counts.sentences) - 1);
    }
  };
  return (
    <form class="jump" onSubmit={jump} onKeyDown={({ key }) => key === 'Escape' && focusOn('sentence')}>
      <label>
        {strings.number}{' '}
        <input type="text" inputMode="numeric" size={5} data-key="number" value={sentence ? sentence.index + 1 : ''} />
      </label>
    </form>
  );
}

/** Return the keys with what each does; the short words stand in the bar of keys. */
function keysOf(strings: AdjudicationStrings): readonly (readonly [string, string, string?])[] {
  return [
    ['1–9', strings.keyTake, strings.shortTake],
    ['← → Tab', strings.keyPlaces, strings.shortPlaces],
    ['m', strings.keyMajority, strings.shortMajority],
    ['l', strings.keyLeave, strings.shortLeave],
    ['e', strings.keyWords, strings.shortWords],
    ['c', strings.keyReason, strings.shortReason],
    ['x', strings.keyWithdraw],
    ['u', strings.keyUndo, strings.shortUndo],
    ['n', strings.keyNext, strings.shortNext],
    ['p', strings.keyPrevious, strings.shortPrevious],
    ['a', strings.keyAll],
    ['g', strings.keyNumber],
    ['?', strings.keyHelp, strings.shortHelp],
  ];
}

/** The line with the most used keys. */
export function KeyBar({ strings }: { strings: AdjudicationStrings }) {
  return (
    <ul class="key-bar" aria-label={strings.keys}>
      {keysOf(strings).map(
        ([key, , short]) =>
          short !== undefined && (
            <li key={key}>
              <kbd>{key}</kbd> {short}
            </li>
          ),
      )}
    </ul>
  );
}

/** A dialog with all keys, which is closed until it is shown. */
export function KeyDialog({ strings }: { strings: AdjudicationStrings }) {
  return (
    <dialog class="keys-dialog" aria-labelledby="keys-title" onClose={() => focusOn('sentence')}>
      <h2 id="keys-title">{strings.keys}</h2>
      <dl>
        {keysOf(strings).map(([key, long]) => (
          <Fragment key={key}>
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{long}</dd>
          </Fragment>
        ))}
      </dl>
      <Button class="plain" onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
        {strings.close}
      </Button>
    </dialog>
  );
}

/** What the page says where no sentence is to be shown, with the button for all sentences. */
export function EmptyState(props: { shown: ShownSentence; strings: AdjudicationStrings; showAll: () => void }) {
  const { shown, strings, showAll } = props;
  const { annotators, counts } = shown;
  if (annotators.length < 2) {
    return <MessageBox title={strings.oneTitle} text={strings.one} />;
  }
  if (counts.sentences === 0) {
    return <MessageBox title={strings.noSentenceTitle} text={strings.noSentence} />;
  }
  const [title, text] =
    counts.decided === 0
      ? [strings.agreedTitle, fillTemplate(strings.agreed, counts.agreed)]
      : [strings.doneTitle, fillTemplate(strings.done, counts.decided, counts.agreed)];
  return (
    <MessageBox title={title} text={text}>
      <Button class="primary" onClick={showAll}>
        {strings.showAll}
      </Button>
    </MessageBox>
  );
}
