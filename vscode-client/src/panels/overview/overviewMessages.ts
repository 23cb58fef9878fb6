/** Messages between the extension and the overview's page. */

import * as v from 'valibot';

import type { ClassPlace, Overview } from '../../protocol/contract';
import type { PlacesFilter } from '../../protocol/methods';
import { overview, range, reader, type Reader } from '../../protocol/readers';
import { VOCABULARY_NAMES, type VocabularyName } from '../../protocol/vocabularies';
import {
  conditions,
  focus,
  remedyRequest,
  scope,
  shownPlaces,
  strings,
  wanted,
  type Condition,
  type Focus,
  type RemedyRequest,
  type Scope,
  type ShownPlaces,
  type Words,
} from '../messages';
import { SORT_KEYS, type Sort } from './classList';
import type { OverviewStrings } from './overviewStrings';

export interface ShownOverview {
  readonly type: 'overview';
  readonly overview: Overview;
  readonly vocabulary: VocabularyName;
}

export type ToOverviewPage =
  (Words<OverviewStrings> & { readonly scope: Scope }) | ShownOverview | ShownPlaces | Condition | Focus;

export type FromOverviewPage =
  | { readonly type: 'ready' | 'refresh' | 'cancel' }
  | RemedyRequest
  | { readonly type: 'open'; readonly uri: string }
  /** Write the feedback of a class, or show its mark scheme, by its folder. */
  | { readonly type: 'giveBack' | 'markScheme'; readonly uri: string }
  | { readonly type: 'places'; readonly wanted: PlacesFilter }
  | {
      readonly type: 'openPlace';
      readonly uri: string;
      readonly range: ClassPlace['range'];
      readonly view: string | null;
    };

/** What the overview's page keeps over a reload. */
export interface OverviewPageState {
  readonly scope?: string | null | undefined;
  /** The folder of the class. */
  readonly folder?: string | undefined;
  /** The assignment; all if there is none. */
  readonly assignment?: string | undefined;
  /** The number whose places are shown in place of the class. */
  readonly wanted?: PlacesFilter | undefined;
  readonly sort?: Sort | undefined;
  readonly allTypes?: boolean | undefined;
  readonly scroll?: number | undefined;
}

const toOverviewPage = v.variant('type', [
  v.object({ type: v.literal('words'), language: v.string(), strings: strings<OverviewStrings>(), scope }),
  v.object({ type: v.literal('overview'), overview, vocabulary: v.picklist(VOCABULARY_NAMES) }),
  shownPlaces,
  ...conditions,
  focus,
]);

const fromOverviewPage = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'refresh', 'cancel']) }),
  remedyRequest,
  v.object({ type: v.literal('open'), uri: v.string() }),
  v.object({ type: v.picklist(['giveBack', 'markScheme']), uri: v.string() }),
  v.object({ type: v.literal('places'), wanted }),
  v.object({ type: v.literal('openPlace'), uri: v.string(), range, view: v.nullable(v.string()) }),
]);

const overviewPageState = v.object({
  scope: v.optional(v.nullable(v.string())),
  folder: v.optional(v.string()),
  assignment: v.optional(v.string()),
  wanted: v.optional(wanted),
  sort: v.optional(v.object({ key: v.picklist(SORT_KEYS), descending: v.boolean() })),
  allTypes: v.optional(v.boolean()),
  scroll: v.optional(v.number()),
});

export const readToOverviewPage: Reader<ToOverviewPage> = reader(toOverviewPage);
export const readFromOverviewPage: Reader<FromOverviewPage> = reader(fromOverviewPage);
export const readOverviewPageState: Reader<OverviewPageState> = reader(overviewPageState);
