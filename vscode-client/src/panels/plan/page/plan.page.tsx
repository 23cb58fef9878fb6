import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import './plan.css';

import { render } from 'preact';

import type { PlanEdit } from '../../../protocol/contract';
import { vocabularyNamed } from '../../../protocol/vocabularies';
import { editLabel, fillTemplate } from '../../../words';
import { numbers } from '../../page/numbers';
import { Host, keepScroll } from '../../page/host';
import { AwaitedFocus, FailureBox, MessageBox } from '../../page/view';
import {
  type FromPlanPage,
  largestTransport,
  measureName,
  type PlanPageState,
  type ShownPlan,
  type ToPlanPage,
} from '../planFlow';
import { PlanBar, PlanSentence, type PlanView, type PointedEdits, typeTexts } from './planBar';
import { keepHeatReadable, PlanGrid } from './planGrid';

/** The grid's cell in the tab order. */
const CELL = 'table.plan [tabindex="0"]';

/** What the page says while something is not ready. */
const WAITING = {
  plan: l10n.t('Computing the plan…'),
  engine: l10n.t('Loading the engine’s models. The first time this takes a few seconds…'),
  server: l10n.t('Markscheme’s server is starting…'),
};

/** The plan's page. It shows the extension's messages and posts the person's actions. */
class PlanPage {
  private shown: ShownPlan | undefined;
  /** What the page waits for, or why it shows no plan. */
  private condition: (ToPlanPage & { type: 'waiting' | 'nothing' | 'failed' }) | undefined;
  /** What is read aloud: of the cell with the focus or under the mouse, or what the page waits for. */
  private status = '';
  private pointed: PointedEdits = {};
  /** The number of the grid: a new one describes the cell with the focus again. */
  private drawing = 0;
  private readonly focus = new AwaitedFocus(`:is(${CELL}, .content:not(:has(table.plan)) button)`);

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToPlanPage, FromPlanPage, PlanPageState>,
  ) {
    host.listen((message) => this.receive(message));
    keepHeatReadable();
    keepScroll(host);
    host.post({ type: 'ready' });
  }

  private receive(message: ToPlanPage): void {
    if (message.type === 'plan') {
      this.show(message);
    } else if (message.type === 'notice') {
      this.status = message.text;
    } else if (message.type === 'focus') {
      this.focus.request();
    } else {
      const isWaiting = message.type === 'waiting';
      this.condition = message;
      this.shown = isWaiting ? this.shown : undefined;
      this.status = isWaiting ? WAITING[message.awaited] : '';
    }
    this.redraw();
    this.focus.take();
  }

  private show(shown: ShownPlan): void {
    const isFirst = !this.shown;
    this.condition = undefined;
    this.shown = shown;
    this.choose({ place: shown.place });
    if (isFirst) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  /** Keep a change, and draw another grid. If the keyboard was in the one before, the same cell has it then. */
  private readonly choose = (change: PlanPageState): void => {
    const wasInGrid = document.activeElement?.closest('table.plan');
    this.host.keep(change);
    this.status = '';
    this.pointed = {};
    this.drawing += 1;
    this.redraw();
    if (wasInGrid) {
      document.querySelector<HTMLElement>(CELL)?.focus();
    }
  };

  /** Draw the page from its state, at once. */
  private redraw(): void {
    const { shown, condition, root } = this;
    const isBusy = condition?.type === 'waiting';
    root.setAttribute('aria-busy', String(isBusy));
    render(
      <>
        <div class="bar-of-progress" hidden={!isBusy} />
        <div class="content">{shown ? this.plan(shown) : this.substitute()}</div>
        <p class="status" role="status">
          {this.status}
        </p>
      </>,
      root,
    );
  }

  /** Return what a page without a sentence shows. */
  private substitute() {
    const { condition } = this;
    return (
      <>
        <h1 class="visually-hidden">{l10n.t('Transport plan')}</h1>
        {condition?.type === 'failed' && (
          <FailureBox title={l10n.t('The plan can’t be computed')} failure={condition} post={this.host.post} />
        )}
        {condition?.type === 'nothing' && (
          <MessageBox
            title={l10n.t('No sentence here')}
            text={l10n.t('Put the cursor into a sentence of a student’s correction to see its plan.')}
          />
        )}
        {condition?.type === 'waiting' && (
          <p class="waiting" aria-hidden="true">
            {WAITING[condition.awaited]}
          </p>
        )}
      </>
    );
  }

  private plan(shown: ShownPlan) {
    const { student, exercise, plan } = shown;
    const sentence = l10n.t('Sentence {0}', plan.passage + 1);
    const view = this.view(shown);
    return (
      <>
        <header class="heading">
          <h1>{student}</h1>
          <p>{exercise ? `${exercise} · ${sentence}` : sentence}</p>
        </header>
        {view ? <PlanContent {...view} /> : <MessageBox title={l10n.t('This sentence is in no reference.')} text="" />}
      </>
    );
  }

  /** Return what the page shows of the chosen reference; `undefined` if there is none. */
  private view(shown: ShownPlan): PlanView | undefined {
    const { pointed, drawing, host, choose } = this;
    const { measure = 'mass', reference: name, pinned = false } = host.state;
    const { references } = shown.plan;
    const reference = references.find((one) => one.reference === name) ?? references[0];
    const of = { id: shown.id, reference: references.findIndex((one) => one === reference) };
    return (
      reference && {
        ...{ shown, reference, measure, pinned, pointed, drawing, choose },
        vocabulary: vocabularyNamed(shown.vocabulary),
        top: measure === 'gain' ? 1 : largestTransport(references),
        pin: () => {
          host.keep({ pinned: !pinned });
          host.post({ type: 'pin', pinned: !pinned });
          this.redraw();
        },
        write: (type) => host.post({ type, ...of, measure }),
        go: (side, edit) => host.post({ type: 'go', ...of, side, edit }),
        point: (edits, words = this.status) => {
          this.pointed = edits;
          this.status = words;
          this.redraw();
        },
      }
    );
  }
}

/** The bar, and the sentence with its plan; the list of its edits if at most one side edits it. */
function PlanContent(view: PlanView) {
  const { shown, reference, vocabulary, measure, top } = view;
  const isTwoSided = shown.plan.hypothesis.length > 0 && reference.edits.length > 0;
  return (
    <>
      <PlanBar {...view} />
      <section class="panel" role="tabpanel" id="panel" aria-labelledby="tab-chosen">
        <PlanSentence {...view} />
        {isTwoSided ? (
          <>
            <div class="scroller">
              <PlanGrid {...view} />
            </div>
            <div class="legend">
              <span class={`scale ${measure}-scale`} aria-hidden="true" />
              {l10n.t('Colour: {0} from 0 to {1}', measureName(measure), numbers.decimal(top))}
            </div>
            <p class="keys" id="keys">
              {l10n.t('Arrow keys move from cell to cell; Enter goes to the edit in the editor.')}
            </p>
          </>
        ) : (
          <OneSided {...view} />
        )}
      </section>
      {vocabulary.showsCodes && <p class="signature">{`${l10n.t('Computed with')}: ${shown.plan.signature}`}</p>}
    </>
  );
}

/** A sentence that at most one side edits: there is nothing to line up, so the edits are listed. */
function OneSided(view: PlanView) {
  const { shown, reference, vocabulary } = view;
  const { hypothesis } = shown.plan;
  const edits = hypothesis.length ? hypothesis : reference.edits;
  const words =
    edits === hypothesis
      ? l10n.t('{1} changes nothing in this sentence. {0} changes this:')
      : l10n.t('{0} changes nothing in this sentence. {1} changes this:');
  const template = edits.length ? words : l10n.t('Neither {0} nor {1} changes this sentence.');
  const typeOf = ({ type }: PlanEdit) => {
    const texts = typeTexts(type, view);
    return vocabulary.showsCodes ? `${texts.shown} · ${texts.hint}` : texts.shown;
  };
  return (
    <>
      <p class="one-sided">{fillTemplate(template, shown.student, reference.reference)}</p>
      {edits.length > 0 && (
        <ul class="edits">
          {edits.map((edit, index) => (
            <li key={index}>
              <span class="change">{editLabel(edit)}</span>
              <span class="type" title={edit.type}>
                {typeOf(edit)}
              </span>
              <span class="number">{l10n.t('mass {0}', numbers.decimal(edit.mass))}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const root = document.getElementById('page');
if (root) {
  new PlanPage(root, new Host());
}
