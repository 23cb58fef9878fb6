/** Messages between the extension and a panel's page that several panels have. Each side checks what it receives. */

import * as v from 'valibot';

import { index } from '../protocol/readers';

/** A place in a document. */
export interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** What a person can do about a failure: repeat the request, or start the server. */
export type Remedy = 'retry' | 'start';

export interface Failed {
  readonly type: 'failed';
  readonly message: string;
  readonly remedy: Remedy;
}

/** What the person chose about a failure. */
export interface RemedyRequest {
  readonly type: 'remedy';
  readonly remedy: Remedy;
}

/** A short message for the person, which the page also reads aloud. */
export interface Notice {
  readonly type: 'notice';
  readonly text: string;
}

/** Gives the page the keyboard. */
export interface Focus {
  readonly type: 'focus';
}

/** Everything that the page says, in the person's language. */
export interface Words<Strings> {
  readonly type: 'words';
  readonly language: string;
  readonly strings: Strings;
}

const remedy = v.picklist(['retry', 'start']);
export const place = v.object({ uri: v.string(), line: index, character: index });

export const failed = v.object({ type: v.literal('failed'), message: v.string(), remedy });
export const remedyRequest = v.object({ type: v.literal('remedy'), remedy });
export const notice = v.object({ type: v.literal('notice'), text: v.string() });
export const focus = v.object({ type: v.literal('focus') });

/** A page and its strings come with one extension, so the strings are not checked one by one. */
export function strings<Strings>(): v.GenericSchema<unknown, Strings> {
  return v.custom<Strings>((value) => typeof value === 'object' && value !== null);
}
