import '../../page/panel.css';
import './plan.css';

import { editLabel, fillTemplate } from '../../../words';
import type { PlanEdit } from '../../../protocol/contract';
import { vocabularyNamed } from '../../../protocol/vocabularies';
import { Numbers } from '../../numbers';
import { type Child, element, failureBox, messageBox } from '../../page/elements';
import { Host, keepScroll } from '../../page/host';
import { largestTransport, type Measure } from '../planFlow';
import type { FromPlanPage, PlanPageState, PlanStrings, ShownPlan, Side, ToPlanPage } from '../planMessages';
import { PlanBar, PlanSentence } from './planBar';
import { type GridPosition, keepHeatReadable, PlanGrid, type PlanView, type PointedEdits, typeTexts } from './planGrid';

/** The plan's page. It shows the extension's messages and posts the person's actions. */
class PlanPage {
  private strings: PlanStrings | undefined;
  private numbers = new Numbers('en');
  private shown: ShownPlan | undefined;
  private pinned = false;
  private grid: PlanGrid | undefined;
  private wantsFocus = false;
  private readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  private readonly content = element('div', { class: 'content' });
  private readonly status = element('p', { class: 'status', attributes: { role: 'status' } });

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToPlanPage, FromPlanPage, PlanPageState>,
  ) {
    root.append(this.bar, this.content, this.status);
    host.listen((message) => {
      this.receive(message);
    });
    keepHeatReadable();
    keepScroll(host);
    host.post({ type: 'ready' });
  }

  private receive(message: ToPlanPage): void {
    if (message.type === 'words') {
      this.strings = message.strings;
      this.numbers = new Numbers(message.language);
      document.documentElement.lang = message.language;
    } else if (this.strings) {
      this.update(message, this.strings);
    }
  }

  private update(message: Exclude<ToPlanPage, { type: 'words' }>, strings: PlanStrings): void {
    switch (message.type) {
      case 'plan':
        this.show(message);
        break;
      case 'waiting':
        this.wait(
          { plan: strings.waitingPlan, engine: strings.waitingEngine, server: strings.waitingServer }[message.awaited],
        );
        break;
      case 'nothing':
        this.empty(messageBox(strings.nothingTitle, strings.nothing));
        break;
      case 'failed':
        this.empty(failureBox(message, strings, this.host.post));
        break;
      case 'pinned':
        this.pinned = message.pinned;
        this.host.keep({ pinned: message.pinned });
        this.redraw();
        break;
      case 'notice':
        this.status.textContent = message.text;
        break;
      case 'focus':
        this.wantsFocus = true;
        this.takeFocus();
        break;
    }
  }

  private wait(text: string): void {
    this.bar.hidden = false;
    this.root.setAttribute('aria-busy', 'true');
    this.status.textContent = text;
    if (!this.shown) {
      const waiting = element('p', { class: 'waiting', attributes: { 'aria-hidden': 'true' } }, text);
      this.content.replaceChildren(this.title(), waiting);
    }
  }

  private settle(): void {
    this.bar.hidden = true;
    this.root.removeAttribute('aria-busy');
  }

  private empty(node: HTMLElement): void {
    this.settle();
    this.shown = undefined;
    this.grid = undefined;
    this.status.textContent = '';
    this.content.replaceChildren(this.title(), node);
    this.takeFocus();
  }

  /** Return a heading for screen readers, for a page that shows no sentence. */
  private title(): HTMLElement {
    return element('h1', { class: 'visually-hidden' }, this.strings?.title ?? '');
  }

  private show(message: ShownPlan): void {
    const first = !this.shown;
    this.settle();
    this.shown = message;
    this.host.keep({ place: message.place });
    this.redraw();
    if (first) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  /** Take the focus as soon as there is an element for it. */
  private takeFocus(): void {
    const first = this.grid ? this.grid.walk : this.content.querySelector<HTMLElement>('button');
    if (this.wantsFocus && first) {
      this.wantsFocus = false;
      first.focus();
    }
  }

  private redraw(): void {
    const { shown, strings } = this;
    if (!shown || !strings) {
      return;
    }
    const focused = focusedKey();
    const position = this.grid?.walk.position;
    this.grid = undefined;
    this.status.textContent = '';
    const heading = this.heading(shown, strings);
    const reference = shown.plan.references.find((one) => one.reference === this.host.state.reference);
    const against = reference ?? shown.plan.references[0];
    if (!against) {
      this.content.replaceChildren(heading, messageBox(strings.noReferences, ''));
      return;
    }
    const measure = this.host.state.measure ?? 'mass';
    const vocabulary = vocabularyNamed(shown.vocabulary);
    const view: PlanView = { shown, reference: against, measure, vocabulary, strings, numbers: this.numbers };
    this.content.replaceChildren(heading, this.barOf(view).element, ...this.body(view));
    this.refocus(focused, position);
  }

  private refocus(key: string | undefined, position: GridPosition | undefined): void {
    if (position) {
      this.grid?.walk.moveTo(position);
    }
    if (key === 'grid') {
      this.grid?.walk.focus();
    } else if (key) {
      document.getElementById(key)?.focus();
    }
    this.takeFocus();
  }

  private heading({ student, exercise, plan }: ShownPlan, strings: PlanStrings): HTMLElement {
    const sentence = fillTemplate(strings.sentence, plan.passage + 1);
    return element(
      'header',
      { class: 'heading' },
      element('h1', {}, student),
      element('p', {}, exercise ? `${exercise} · ${sentence}` : sentence),
    );
  }

  private barOf(view: PlanView): PlanBar {
    const index = view.shown.plan.references.indexOf(view.reference);
    const { id } = view.shown;
    return new PlanBar(view, this.pinned, {
      chooseReference: (reference) => {
        this.host.keep({ reference });
        this.redraw();
      },
      chooseMeasure: (measure: Measure) => {
        this.host.keep({ measure });
        this.redraw();
      },
      pin: (pinned) => {
        this.host.post({ type: 'pin', pinned });
      },
      exportPlan: (type) => {
        this.host.post({ type, id, reference: index, measure: view.measure });
      },
    });
  }

  private body(view: PlanView): HTMLElement[] {
    const { shown, reference, strings } = view;
    const go = (side: Side, edit: number): void => {
      const index = shown.plan.references.indexOf(reference);
      this.host.post({ type: 'go', id: shown.id, side, reference: index, edit });
    };
    const sentence = new PlanSentence(view, go, (pointed) => {
      sentence.highlight(pointed);
    });
    const count = shown.plan.hypothesis.length;
    const lines = count && reference.edits.length ? this.matrix(view, sentence, go) : this.oneSided(view);
    return [
      element(
        'section',
        { class: 'panel', attributes: { role: 'tabpanel', id: 'panel', 'aria-labelledby': 'tab-chosen' } },
        sentence.element,
        ...lines,
      ),
      ...(view.vocabulary.showsCodes
        ? [element('p', { class: 'signature' }, `${strings.signature}: ${shown.plan.signature}`)]
        : []),
    ];
  }

  private matrix(view: PlanView, sentence: PlanSentence, go: (side: Side, edit: number) => void): Child[] {
    const { strings, numbers, measure, shown } = view;
    this.grid = new PlanGrid(view, {
      point: (words: string, pointed: PointedEdits) => {
        this.status.textContent = words;
        sentence.highlight(pointed);
      },
      enter: ({ row, column }: PointedEdits) => {
        if (row !== undefined) {
          go('hypothesis', row);
        } else if (column !== undefined) {
          go('reference', column);
        }
      },
    });
    const top = measure === 'gain' ? 1 : largestTransport(shown.plan.references);
    return [
      element('div', { class: 'scroller' }, this.grid.element),
      element(
        'div',
        { class: 'legend' },
        element('span', { class: `scale ${measure}-scale`, attributes: { 'aria-hidden': 'true' } }),
        fillTemplate(strings.scale, strings[measure], numbers.decimal(top)),
      ),
      element('p', { class: 'keys', attributes: { id: 'keys' } }, strings.keys),
    ];
  }

  /** Return a sentence that at most one side edits: there is nothing to line up, so the edits are listed. */
  private oneSided(view: PlanView): Child[] {
    const { shown, reference, strings, numbers, vocabulary } = view;
    const { hypothesis } = shown.plan;
    const edits = hypothesis.length ? hypothesis : reference.edits;
    const words = hypothesis.length
      ? strings.noReferenceEdits
      : reference.edits.length
        ? strings.noHypothesisEdits
        : strings.noEdits;
    const typeOf = ({ type }: PlanEdit): string => {
      const { shown: text, hint } = typeTexts(type, view);
      return vocabulary.showsCodes ? `${text} · ${hint}` : text;
    };
    const item = (edit: PlanEdit): HTMLElement =>
      element(
        'li',
        {},
        element('span', { class: 'change' }, editLabel(edit)),
        element('span', { class: 'type', attributes: { title: edit.type } }, typeOf(edit)),
        element('span', { class: 'number' }, fillTemplate(strings.massOf, numbers.decimal(edit.mass))),
      );
    return [
      element('p', { class: 'one-sided' }, fillTemplate(words, shown.student, reference.reference)),
      edits.length ? element('ul', { class: 'edits' }, ...edits.map(item)) : undefined,
    ];
  }
}

/** Return the key of the focused element, by which it is found again after a redraw. */
function focusedKey(): string | undefined {
  const active = document.activeElement;
  return active?.closest('table.plan') ? 'grid' : active?.id;
}

const root = document.getElementById('page');
if (root) {
  new PlanPage(root, new Host());
}
