import * as l10n from '@vscode/l10n';
import { Component, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { SetUp, SetUpFile } from '../../../protocol/contract';
import { fillTemplate, worded } from '../../../words';
import { Button, focusOn } from '../../page/view';
import { type Change, type Group, isUnsure, rowKey } from '../setUp';
import { Combobox } from './combobox';

/** What the table shows, and what a teacher does with its files. */
interface TableProps {
  readonly setUp: SetUp;
  /** What is shown of the set-up, with the newest choices. */
  readonly groups: readonly Group[];
  readonly onlyUnsure: boolean;
  /** Whether the files without a part are folded. */
  readonly isFolded: boolean;
  readonly change: (files: readonly SetUpFile[], change: Change) => void;
  readonly undo: (file: SetUpFile) => void;
  readonly open: (file: SetUpFile) => void;
  readonly filter: (onlyUnsure: boolean) => void;
  readonly fold: (isFolded: boolean) => void;
}

/** The heads of the columns. */
const COLUMNS = Object.entries({
  select: l10n.t('Select'),
  file: l10n.t('File'),
  role: l10n.t('What it is'),
  person: l10n.t('Person'),
  exercise: l10n.t('Exercise'),
  why: l10n.t('Why'),
});

const SURENESS = {
  sure: l10n.t('Sure'),
  likely: l10n.t('Likely'),
  ask: l10n.t('Please check'),
  chosen: l10n.t('Your choice'),
};

const ROLES = ['source', 'hypothesis', 'reference', 'complete', 'none'] as const;

type Role = SetUpFile['role'];

/** Tells the style sheet how high the tools are: the head of the table stays below them. */
const toolsHeight = new ResizeObserver(() => {
  const tools = document.querySelector<HTMLElement>('.tools');
  tools?.parentElement?.style.setProperty('--tools', `${tools.offsetHeight}px`);
});

const watchHeight = (tools: HTMLElement | null) => {
  if (tools) {
    toolsHeight.observe(tools);
  }
};

/** The table of all files by exercise, with the tools above it. `selected` are the keys of the rows that are ticked. */
export class FileTable extends Component<TableProps, { readonly selected: ReadonlySet<string> }> {
  override state = { selected: new Set<string>() };

  override render({ setUp, groups, onlyUnsure, filter, change }: TableProps) {
    const selected = setUp.files.filter((file) => this.state.selected.has(rowKey(file)));
    const clear = (): void => {
      this.setState({ selected: new Set() });
      focusOn(selected[0] && `select-${rowKey(selected[0])}`);
    };
    const unsure = setUp.files.filter(isUnsure).length;
    return (
      <section class="part">
        <div ref={watchHeight} class="tools">
          {(unsure > 0 || onlyUnsure) && (
            <CheckLine name="filter" isChecked={onlyUnsure} check={filter}>
              {l10n.t('Only what is not sure ({0} of {1})', unsure, setUp.files.length)}
            </CheckLine>
          )}
          {selected.length > 0 && <SelectionBar files={selected} {...{ setUp, change, clear }} />}
        </div>
        {groups.length === 0 && <p class="note">{l10n.t('All files are sure, or your choice.')}</p>}
        <table class="files" role="table">
          <caption class="visually-hidden">{l10n.t('Files')}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {COLUMNS.map(([column, head]) => (
                <th key={column} class={column} scope="col" role="columnheader">
                  {column === 'select' ? <span class="visually-hidden">{head}</span> : head}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => this.group(group))}
        </table>
      </section>
    );
  }

  /** Return a group's head and its files. The files without a part can be folded, but not those that the filter counts. */
  private group(group: Group) {
    const { onlyUnsure, isFolded } = this.props;
    const { name, files } = group;
    const isHidden = name === null && isFolded && !onlyUnsure;
    const label = l10n.t('Select all files of {0}', name ?? l10n.t('Not used'));
    return (
      <tbody key={name} class={name === null ? 'unused' : undefined} role="rowgroup">
        <tr class="group" role="row">
          <td class="select" role="cell">
            {!isHidden && this.box(label, `group-${name ?? ''}`, files)}
          </td>
          <th scope="rowgroup" role="rowheader" colSpan={COLUMNS.length - 1}>
            {name ?? this.unusedTitle(files.length)}
            {name !== null && <span class="note">{peopleIn(group)}</span>}
          </th>
        </tr>
        {!isHidden && files.map((file) => this.row(file))}
      </tbody>
    );
  }

  private unusedTitle(count: number) {
    const { onlyUnsure, isFolded, fold } = this.props;
    const words = l10n.t('Not used: {0}', count);
    return onlyUnsure ? (
      words
    ) : (
      <Button class="fold" aria-expanded={!isFolded} data-key="fold" onClick={() => fold(!isFolded)}>
        {words}
      </Button>
    );
  }

  /** Return the row of a file, with the fields in which a teacher corrects the guess. */
  private row(file: SetUpFile) {
    const { setUp, change } = this.props;
    const { role, essay, exercise, authors } = file;
    const key = rowKey(file);
    const name = nameOf(file);
    const isUsed = role !== 'none';
    const isEssay = essay !== null || setUp.exercises.some((each) => each.essays && each.name === exercise);
    // Few files have a text and its corrections in one.
    const roles = ROLES.filter((each) => each !== 'complete' || role === each || authors.length > 0);
    return (
      <tr key={key} class={isUsed ? undefined : 'unused'} role="row">
        <td class="select" role="cell">
          {this.box(l10n.t('Select {0}', name), `select-${key}`, [file])}
        </td>
        {this.nameCell(file)}
        <td class="role" role="cell">
          <RoleChoice
            {...{ roles, isEssay, chosen: role, name: `role-${key}` }}
            label={l10n.t('What {0} is', name)}
            choose={(chosen) => change([file], { role: chosen })}
          />
        </td>
        {this.field(file, 'person', isUsed && (role !== 'source' || isEssay))}
        {this.field(file, 'exercise', isUsed)}
        {this.why(file)}
      </tr>
    );
  }

  /** Return the box that selects files. */
  private box(label: string, key: string, files: readonly SetUpFile[]) {
    const { selected } = this.state;
    const keys = files.map(rowKey);
    const select = (isSelected: boolean): void => {
      const others = [...selected].filter((each) => !keys.includes(each));
      this.setState({ selected: new Set(isSelected ? [...others, ...keys] : others) });
    };
    return (
      <input
        {...{
          type: 'checkbox',
          'aria-label': label,
          'data-key': key,
          checked: keys.every((each) => selected.has(each)),
        }}
        onChange={({ currentTarget }) => select(currentTarget.checked)}
      />
    );
  }

  /** Return a file's name, which opens it, and who wrote the corrections in it. */
  private nameCell(file: SetUpFile) {
    const { path, author, authors } = file;
    const cut = path.lastIndexOf('/') + 1;
    const others = authors.length > 0 ? l10n.t('changed by {0}', authors.join(', ')) : '';
    const by = author === null ? others : correctionsOf(author);
    const title = l10n.t('Open {0} beside', path);
    return (
      <th class="file" scope="row" role="rowheader">
        <Button class="link" title={title} data-key={`open-${rowKey(file)}`} onClick={() => this.props.open(file)}>
          <span class="folder">{path.slice(0, cut)}</span>
          {path.slice(cut)}
        </Button>
        {by && <span class="note">{by}</span>}
      </th>
    );
  }

  /** Return the field of a name; a sign stands in its place where the file has none. */
  private field(file: SetUpFile, column: 'person' | 'exercise', isThere: boolean) {
    const { setUp, change } = this.props;
    const label = { person: l10n.t('Person of {0}'), exercise: l10n.t('Exercise of {0}') }[column];
    return (
      <td class={column} role="cell">
        {isThere ? (
          <Combobox
            {...{ name: `${column}-${rowKey(file)}`, value: file[column] ?? '', listLabel: l10n.t('Names') }}
            label={fillTemplate(label, nameOf(file))}
            placeholder={column === 'person' ? l10n.t('Name') : undefined}
            names={() => namesFor(setUp, column === 'person' ? file : undefined)}
            choose={(text) => change([file], { [column]: text })}
          />
        ) : (
          <span class="nothing" aria-hidden="true">
            –
          </span>
        )}
      </td>
    );
  }

  /** Return how sure a guess is, and why; or that the teacher chose, which can be taken back. */
  private why(file: SetUpFile) {
    const { undo } = this.props;
    const look = file.chosen ? 'chosen' : file.sureness;
    const label = l10n.t('Undo your choice for {0}', file.path);
    return (
      <td class="why" role="cell">
        <span class={`sureness ${look}`}>{worded(SURENESS, look)}</span>
        {file.chosen ? (
          <Button class="link" aria-label={label} data-key={`undo-${rowKey(file)}`} onClick={() => undo(file)}>
            {l10n.t('Undo')}
          </Button>
        ) : (
          <span class="note">{file.reason}</span>
        )}
      </td>
    );
  }
}

/** A box to tick, with its words beside it. */
export function CheckLine(props: {
  name: string;
  isChecked: boolean;
  check: (isChecked: boolean) => void;
  children: ComponentChildren;
}) {
  const { name, isChecked, check, children } = props;
  return (
    <label class="filter">
      <input
        {...{ type: 'checkbox', 'data-key': name, checked: isChecked }}
        onChange={({ currentTarget }) => check(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** Return the people of a group in words. */
function peopleIn({ exercise, files }: Group): string {
  if (!exercise) {
    return l10n.t('nothing to mark here yet');
  }
  const { students, teachers, essays } = exercise;
  const hasTeacher = files.some(({ role }) => role === 'reference' || role === 'complete');
  const number = students.length === 1 ? l10n.t('1 student') : l10n.t('{0} students', students.length);
  return [
    students.length ? number : l10n.t('no student’s correction yet'),
    essays ? l10n.t('each with an essay of their own') : '',
    hasTeacher ? '' : l10n.t('no teacher’s correction yet'),
    teachers.length ? l10n.t('corrected by {0}', teachers.join(', ')) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Return a file's name for labels: its path, and whose corrections the row has. */
function nameOf({ path, author }: SetUpFile): string {
  return author === null ? path : `${path}, ${correctionsOf(author)}`;
}

function correctionsOf(author: string): string {
  return author === '*' ? l10n.t('all corrections together') : l10n.t('corrections by {0}', author);
}

/** Return the names of the exercises; with a file, those that its person may have: of teachers or students, and its authors. */
function namesFor({ exercises }: SetUp, file?: SetUpFile): readonly string[] {
  const side = file?.role === 'reference' || file?.role === 'complete' ? 'teachers' : 'students';
  const names = exercises.flatMap((exercise) => (file ? exercise[side] : exercise.name));
  return [...new Set([...names, ...(file?.authors ?? [])])].sort((a, b) => a.localeCompare(b));
}

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  source: l10n.t('Text to correct'),
  hypothesis: l10n.t('Student’s correction'),
  reference: l10n.t('Teacher’s correction'),
  complete: l10n.t('Text with a teacher’s corrections in it'),
  none: l10n.t('Not used'),
};

const ESSAY_ROLES = { ...ROLE_NAMES, source: l10n.t('Student’s draft'), hypothesis: l10n.t('Student’s revision') };

/** The list to choose a role from; own essays have a draft and a revision. `prompt` stands there without a role. */
function RoleChoice(props: {
  label: string;
  name: string;
  roles: readonly Role[];
  isEssay: boolean;
  chosen: Role | undefined;
  prompt?: string;
  choose: (role: Role) => void;
}) {
  const { label, name, roles, isEssay, chosen, prompt, choose } = props;
  const words = isEssay ? ESSAY_ROLES : ROLE_NAMES;
  return (
    <select
      {...{ 'aria-label': label, 'data-key': name, value: chosen ?? '' }}
      onChange={({ currentTarget }) => choose(currentTarget.value as Role)}
    >
      {prompt && <option value="">{prompt}</option>}
      {roles.map((role) => (
        <option key={role} value={role}>
          {words[role]}
        </option>
      ))}
    </select>
  );
}

/** The tools for the selected files: one role and one exercise for all of them. */
function SelectionBar(
  props: Pick<TableProps, 'setUp' | 'change'> & { files: readonly SetUpFile[]; clear: () => void },
) {
  const { setUp, change, files, clear } = props;
  const [role, setRole] = useState<Role>();
  const [exercise, setExercise] = useState('');
  const apply = (): void => {
    clear();
    if (role || exercise) {
      change(files, { ...(role ? { role } : {}), ...(exercise ? { exercise } : {}) });
    }
  };
  return (
    <div class="selection" role="group" aria-label={l10n.t('Select')}>
      <span>{files.length === 1 ? l10n.t('1 file selected:') : l10n.t('{0} files selected:', files.length)}</span>
      <RoleChoice
        {...{
          label: l10n.t('What the selected files are'),
          name: 'all-role',
          prompt: l10n.t('What they are…'),
        }}
        {...{ roles: ROLES.filter((each) => each !== 'complete'), chosen: role, choose: setRole }}
        isEssay={files.every(({ essay }) => essay !== null)}
      />
      <Combobox
        {...{ label: l10n.t('Exercise of the selected files'), name: 'all-exercise', listLabel: l10n.t('Names') }}
        {...{ placeholder: l10n.t('Exercise…'), value: exercise, choose: setExercise }}
        names={() => namesFor(setUp)}
      />
      <Button class="plain" data-key="apply" onClick={apply}>
        {l10n.t('Apply')}
      </Button>
      <Button class="plain" data-key="clear" onClick={clear}>
        {l10n.t('Clear Selection')}
      </Button>
    </div>
  );
}
