import type { Variant } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import { element } from '../../page/elements';
import type { SetUpStrings } from '../setUpStrings';

/** Return the list of what students may choose between; `allow` is called with the names of all that are ticked. */
export function variantList(
  variants: readonly Variant[],
  strings: SetUpStrings,
  allow: (names: readonly string[]) => void,
): HTMLElement {
  const boxes = variants.map(({ name, allowed }) => {
    const box = element('input', { attributes: { type: 'checkbox', value: name, 'data-key': `variant ${name}` } });
    box.checked = allowed;
    box.addEventListener('change', () => {
      allow(boxes.filter((each) => each.checked).map((each) => each.value));
    });
    return box;
  });
  const rows = variants.map(({ title, example, answers, students }, index) => {
    const concerns =
      answers > 0
        ? fillTemplate(strings.variantConcerns, String(answers), String(students))
        : strings.variantConcernsNothing;
    return element(
      'label',
      { class: 'variant' },
      boxes[index],
      element('span', {}, `${title}: ${example}`),
      element('span', { class: 'note' }, concerns),
    );
  });
  return element(
    'fieldset',
    { class: 'variants' },
    element('legend', {}, strings.variants),
    element('p', { class: 'note' }, strings.variantsLead),
    ...rows,
  );
}
