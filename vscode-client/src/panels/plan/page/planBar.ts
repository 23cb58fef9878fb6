import { MEASURES, type Measure } from '../planFlow';
import { fillTemplate } from '../../../template';
import type { ReferencePlan } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import type { PlanView } from './planView';

/** What a person does with the bar. */
export interface BarListener {
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
