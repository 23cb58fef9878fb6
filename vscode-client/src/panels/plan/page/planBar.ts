import { editInWords, errorTypeInWords, fillTemplate } from '../../../words';
import type { PlanEdit, ReferencePlan } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import { type Measure, MEASURES } from '../planFlow';
import type { Side } from '../planMessages';
import { columnLabel, type PlanView, type PointedEdits, rowLabel } from './planGrid';

/** What a person does with the bar. */
interface BarListener {
  chooseReference(reference: string): void;
  chooseMeasure(measure: Measure): void;
  pin(pinned: boolean): void;
  exportPlan(how: 'copy' | 'save'): void;
}

/** The bar above the plan: a tab for each reference, the scores, and actions. */
export class PlanBar {
  readonly element: HTMLElement;

  constructor(
    private readonly view: PlanView,
    pinned: boolean,
    private readonly listener: BarListener,
  ) {
    this.element = element(
      'div',
      { class: 'bars' },
      this.tabs(),
      element(
        'div',
        { class: 'tools' },
        this.scores(),
        element('div', { class: 'toolbar' }, this.measures(), this.actions(pinned)),
      ),
    );
  }

  private tabs(): HTMLElement {
    const { shown, reference, strings } = this.view;
    const { references } = shown.plan;
    const tabs = references.map((one) => this.tab(one, one === reference));
    const list = element(
      'div',
      { class: 'tabs', attributes: { role: 'tablist', 'aria-label': strings.references } },
      ...tabs,
    );
    list.addEventListener('keydown', ({ key }) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      const at = references.indexOf(reference);
      const next = step === undefined ? undefined : references[(at + step + references.length) % references.length];
      if (next) {
        this.listener.chooseReference(next.reference);
      }
    });
    return list;
  }

  private tab({ reference, scores }: ReferencePlan, chosen: boolean): HTMLElement {
    return element(
      'button',
      {
        class: 'tab',
        attributes: {
          type: 'button',
          role: 'tab',
          id: chosen ? 'tab-chosen' : undefined,
          'aria-selected': String(chosen),
          'aria-controls': chosen ? 'panel' : undefined,
          tabindex: chosen ? 0 : -1,
        },
        on: {
          click: () => {
            this.listener.chooseReference(reference);
          },
        },
      },
      element('span', { class: 'name' }, reference),
      element('span', { class: 'number' }, `${this.view.strings.f} ${this.view.numbers.decimal(scores.f)}`),
    );
  }

  private scores(): HTMLElement {
    const { shown, reference, strings, numbers } = this.view;
    const { precision, recall, f } = reference.scores;
    const tile = (label: string, hint: string, value: number): HTMLElement =>
      element(
        'div',
        { class: 'tile', attributes: { title: fillTemplate(hint, shown.student, reference.reference) } },
        element('dt', {}, label),
        element('dd', {}, numbers.decimal(value), element('span', { class: 'bar', style: { '--part': `${value}` } })),
      );
    return element(
      'dl',
      { class: 'tiles' },
      tile(strings.precision, strings.precisionHint, precision),
      tile(strings.recall, strings.recallHint, recall),
      tile(strings.f, strings.fHint, f),
    );
  }

  private measures(): HTMLElement {
    const { measure, strings } = this.view;
    const hints = { mass: strings.massHint, gain: strings.gainHint };
    const radios = MEASURES.map((one) =>
      element(
        'label',
        { attributes: { title: hints[one] } },
        element('input', {
          attributes: {
            type: 'radio',
            name: 'measure',
            id: `measure-${one}`,
            value: one,
            checked: one === measure ? '' : undefined,
          },
          on: {
            change: () => {
              this.listener.chooseMeasure(one);
            },
          },
        }),
        element('span', {}, strings[one]),
      ),
    );
    return element(
      'fieldset',
      { class: 'choice' },
      element('legend', { class: 'visually-hidden' }, strings.measures),
      ...radios,
    );
  }

  private actions(pinned: boolean): HTMLElement {
    const { strings } = this.view;
    const toggle = (): void => {
      this.listener.pin(!pinned);
    };
    const pin = { id: 'pin', 'aria-pressed': String(pinned), title: strings.pinHint };
    return element(
      'div',
      { class: 'actions' },
      button(strings.pin, toggle, { attributes: pin }),
      button(
        strings.copy,
        () => {
          this.listener.exportPlan('copy');
        },
        { attributes: { id: 'copy' } },
      ),
      button(
        strings.save,
        () => {
          this.listener.exportPlan('save');
        },
        { attributes: { id: 'save' } },
      ),
    );
  }
}

/** The sentence with the student's edits, and with the reference's. A press on an edit goes to it in the editor. */
export class PlanSentence {
  readonly element: HTMLElement;
  private readonly edits: Record<Side, Map<number, HTMLElement>> = { hypothesis: new Map(), reference: new Map() };

  constructor(
    private readonly view: PlanView,
    private readonly onPress: (side: Side, edit: number) => void,
    private readonly onPoint: (pointed: PointedEdits) => void,
  ) {
    const { shown, reference } = view;
    this.element = element(
      'dl',
      { class: 'sentences' },
      element('dt', {}, shown.student),
      element('dd', {}, ...this.line('hypothesis', shown.plan.hypothesis)),
      element('dt', {}, reference.reference),
      element('dd', {}, ...this.line('reference', reference.edits)),
    );
  }

  /** Highlight the edits that are pointed at in the grid. */
  highlight({ row, column }: PointedEdits): void {
    for (const [side, highlighted] of [['hypothesis', row] as const, ['reference', column] as const]) {
      for (const [index, node] of this.edits[side]) {
        node.classList.toggle('highlighted', index === highlighted);
      }
    }
  }

  private line(side: Side, edits: readonly PlanEdit[]): (Node | string)[] {
    return markedSentence(this.view.shown.plan.source, edits).flatMap((part) => {
      if ('unchanged' in part) {
        return [`${part.unchanged} `];
      }
      const edit = edits[part.edit];
      return edit ? [this.editOf(side, edit, part.edit), ' '] : [];
    });
  }

  private editOf(side: Side, edit: PlanEdit, index: number): HTMLElement {
    const { strings, vocabulary } = this.view;
    const isStudent = side === 'hypothesis';
    const pointed = { row: isStudent ? index : undefined, column: isStudent ? undefined : index };
    const type = errorTypeInWords(edit.type, strings.types);
    const node = element(
      'button',
      {
        class: 'edit',
        attributes: {
          type: 'button',
          title: `${vocabulary.showsCodes ? `${edit.type}: ` : ''}${type}. ${strings.goHint}`,
        },
        on: {
          click: () => {
            this.onPress(side, index);
          },
          mouseenter: () => {
            this.onPoint(pointed);
          },
          focus: () => {
            this.onPoint(pointed);
          },
        },
      },
      element(
        'span',
        { attributes: { 'aria-hidden': 'true' } },
        element('span', { class: 'sign' }, isStudent ? rowLabel(index) : columnLabel(index)),
        edit.source ? element('del', {}, edit.source) : undefined,
        edit.source && edit.replacement ? ' ' : undefined,
        edit.replacement ? element('ins', {}, edit.replacement) : undefined,
      ),
      element('span', { class: 'visually-hidden' }, `${editInWords(edit, strings.change)}, ${type}`),
    );
    this.edits[side].set(index, node);
    return node;
  }
}

/** A part of a sentence: unchanged words, or an edit by its index. */
type SentencePart = { readonly unchanged: string } | { readonly edit: number };

/** Return a sentence's tokens and edits in order. Edits must not overlap. */
export function markedSentence(source: readonly string[], edits: readonly PlanEdit[]): SentencePart[] {
  const parts: SentencePart[] = [];
  let next = 0;
  const keep = (until: number): void => {
    if (until > next) {
      parts.push({ unchanged: source.slice(next, until).join(' ') });
      next = until;
    }
  };
  const order = edits.map((edit, index) => ({ edit, index }));
  order.sort((one, other) => one.edit.start - other.edit.start || one.edit.end - other.edit.end);
  for (const { edit, index } of order) {
    keep(edit.start);
    parts.push({ edit: index });
    next = Math.max(next, edit.end);
  }
  keep(source.length);
  return parts;
}
