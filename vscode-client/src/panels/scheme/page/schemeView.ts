import type { SchemeForm } from '../../../protocol/contract';
import type { Draft, Values } from '../draft';
import type { SchemeStrings } from '../schemeStrings';
import type { Fields } from './fields';

/** What the parts of the form share: words, the file's form, the fields, and the draft with the values that hold. */
export interface SchemeView {
  readonly strings: SchemeStrings;
  readonly language: string;
  readonly form: SchemeForm;
  readonly fields: Fields;
  /** Return the newest draft. */
  draft(): Draft;
  /** Return the values of the newest draft. */
  values(): Values;
  /** Replace the draft while the form stays as it is. */
  typed(draft: Draft): void;
  /** Replace the draft, draw the form anew, and give the field with a key the keyboard. */
  replaced(draft: Draft, key: string): void;
}
