import { MEASURES, type Measure } from '../planFlow';
import { filled } from '../../wording';
import type { ReferencePlan } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import type { PlanView } from './planView';

export interface BarListener {
  chosen(reference: string): void;
  measured(measure: Measure): void;
  pin(pinned: boolean): void;
  taken(what: 'copy' | 'save'): void;
}

/** What stands above the plan: a tab for each reference, the scores, and what can be done. */
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
        element('div', { class: 'doings' }, this.measures(), this.deeds(pinned)),
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
        this.listener.chosen(next.reference);
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
            this.listener.chosen(reference);
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
        { class: 'tile', attributes: { title: filled(hint, shown.student, reference.reference) } },
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
              this.listener.measured(one);
            },
          },
        }),
        element('span', {}, strings[one]),
      ),
    );
    return element(
      'fieldset',
      { class: 'choice' },
      element('legend', { class: 'unseen' }, strings.measures),
      ...radios,
    );
  }

  private deeds(pinned: boolean): HTMLElement {
    const { strings } = this.view;
    const toggle = (): void => {
      this.listener.pin(!pinned);
    };
    const pin = { id: 'pin', 'aria-pressed': String(pinned), title: strings.pinHint };
    return element(
      'div',
      { class: 'deeds' },
      button(strings.pin, toggle, { attributes: pin }),
      button(
        strings.copy,
        () => {
          this.listener.taken('copy');
        },
        { attributes: { id: 'copy' } },
      ),
      button(
        strings.save,
        () => {
          this.listener.taken('save');
        },
        { attributes: { id: 'save' } },
      ),
    );
  }
}
