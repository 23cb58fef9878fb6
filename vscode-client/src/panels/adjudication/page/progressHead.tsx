/** What stands above the sentence: how far the adjudication is, where to go, and what the keys do. */

import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';

import { Button, focusOn, MessageBox } from '../../page/view';
import type { AdjudicationPageState, FromAdjudicationPage, ShownSentence } from '../adjudication';

/** How far the adjudication is, and what a person does about it. */
interface HeadView {
  readonly shown: ShownSentence;
  readonly state: AdjudicationPageState;
  readonly post: (message: FromAdjudicationPage) => void;
  /** Show the next or previous sentence, or one by its number, from 0. */
  readonly show: (to: 'next' | 'previous' | 'at', index?: number) => void;
  readonly toggle: (setting: 'all' | 'stays') => void;
}

/** The heading, the bar, the controls, and what can't be used. */
export function Head(view: HeadView) {
  const { shown, state, show, toggle } = view;
  const { counts, problems } = shown;
  const part = counts.sentences > 0 ? (counts.agreed + counts.decided) / counts.sentences : 0;
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Adjudicate')}</h1>
        <p>{state.name}</p>
        <p class="progress number">{progressText(shown)}</p>
        <div class="actions">{shown.annotators.length > 1 && <FileButtons {...view} />}</div>
      </div>
      <span class="bar" aria-hidden="true" style={{ '--part': String(part) }} />
      <div class="controls">
        {(['previous', 'next'] as const).map((to) => (
          <Button key={to} class="plain" data-key={to} onClick={() => show(to)}>
            {to === 'next' ? l10n.t('Next') : l10n.t('Previous')}
          </Button>
        ))}
        <JumpForm {...view} />
        <label class="choice" title={l10n.t('Next and previous stop at agreed and decided sentences, too')}>
          <input type="checkbox" data-key="all" checked={state.all ?? false} onChange={() => toggle('all')} />{' '}
          {l10n.t('All sentences')}
        </label>
        <label class="choice" title={l10n.t('Show the next open sentence as soon as one is decided')}>
          <input type="checkbox" data-key="advance" checked={!state.stays} onChange={() => toggle('stays')} />{' '}
          {l10n.t('Go on by itself')}
        </label>
      </div>
      {problems.length > 0 && (
        <details class="problems">
          <summary>{`${l10n.t('What can’t be used')} (${problems.length})`}</summary>
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

function progressText({ counts }: ShownSentence): string {
  const { agreed, decided, tags, unseen } = counts;
  const detail = [
    l10n.t('{0} agreed, {1} decided', agreed, decided),
    tags > 0 && l10n.t('{0} in which only a tag is open', tags),
    unseen > 0 && l10n.t('{0} seen by nobody', unseen),
  ];
  return `${l10n.t('{0} of {1} sentences open', counts.open, counts.sentences)} · ${detail.filter(Boolean).join(', ')}`;
}

function FileButtons({ shown, post }: HeadView) {
  const take = {
    title: l10n.t('Take the majority’s versions in all open sentences'),
    'data-key': 'take-majority',
    disabled: shown.counts.open === 0,
  };
  const write = { title: l10n.t('Write the adjudicated text to a file'), 'data-key': 'export' };
  return (
    <>
      <Button class="plain" {...take} onClick={() => post({ type: 'askMajority' })}>
        {l10n.t('Take the Majority…')}
      </Button>
      <Button class="plain" {...write} onClick={() => post({ type: 'export' })}>
        {l10n.t('Export…')}
      </Button>
    </>
  );
}

/** The field in which a person writes the number of a sentence. */
function JumpForm({ shown, show }: HeadView) {
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
        {l10n.t('Sentence')}{' '}
        <input type="text" inputMode="numeric" size={5} data-key="number" value={sentence ? sentence.index + 1 : ''} />
      </label>
    </form>
  );
}

/** Return the keys with what each does; the short words stand in the bar of keys. */
const KEYS: readonly (readonly [string, string, string?])[] = [
  ['1–9', l10n.t('take the sentence of annotator 1 to 9; at a place, the version'), l10n.t('take')],
  ['← → Tab', l10n.t('go through the places; Escape goes back to the sentence'), l10n.t('places')],
  ['m', l10n.t('take the majority’s versions'), l10n.t('majority')],
  ['l', l10n.t('leave the source'), l10n.t('leave')],
  ['e', l10n.t('write your own words'), l10n.t('own words')],
  ['c', l10n.t('give a reason'), l10n.t('reason')],
  ['x', l10n.t('take back what is decided here')],
  ['u', l10n.t('undo your last decision'), l10n.t('undo')],
  ['n', l10n.t('next open sentence'), l10n.t('next')],
  ['p', l10n.t('previous open sentence'), l10n.t('previous')],
  ['a', l10n.t('stop at all sentences, or at open ones only')],
  ['g', l10n.t('go to a sentence by its number')],
  ['?', l10n.t('list the keys'), l10n.t('all keys')],
];

/** The line with the most used keys. */
export function KeyBar() {
  return (
    <ul class="key-bar" aria-label={l10n.t('Keys')}>
      {KEYS.map(
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
export function KeyDialog() {
  return (
    <dialog class="keys-dialog" aria-labelledby="keys-title" onClose={() => focusOn('sentence')}>
      <h2 id="keys-title">{l10n.t('Keys')}</h2>
      <dl>
        {KEYS.map(([key, long]) => (
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
        {l10n.t('Close')}
      </Button>
    </dialog>
  );
}

/** What the page says where no sentence is to be shown, with the button for all sentences. */
export function EmptyState({ shown, showAll }: { shown: ShownSentence; showAll: () => void }) {
  const { agreed, decided, sentences } = shown.counts;
  if (shown.annotators.length < 2) {
    return (
      <MessageBox
        title={l10n.t('There is only one annotator')}
        text={l10n.t('To decide between annotators, an exercise needs at least two references.')}
      />
    );
  }
  if (sentences === 0) {
    return <MessageBox title={l10n.t('There is no sentence')} text={l10n.t('The exercise has no sentences.')} />;
  }
  const text =
    decided === 0
      ? l10n.t('They have the same corrections in all {0} sentences. There is nothing to decide.', agreed)
      : l10n.t('No sentence is open: {0} are decided, and the annotators agree on {1}.', decided, agreed);
  return (
    <MessageBox title={decided === 0 ? l10n.t('The annotators agree') : l10n.t('Everything is decided')} text={text}>
      <Button class="primary" onClick={showAll}>
        {l10n.t('Show All Sentences')}
      </Button>
    </MessageBox>
  );
}
