/** Everything that the extension itself decides by documents' names and formats. The server decides the rest. */

/** Globs of files that are sent to the server, besides plain text and Markdown. */
export const DOCUMENT_GLOBS: readonly string[] = [
  '**/*.{m2,hyp,src,ref}',
  '**/*.{src,hyp,ref}.*',
  '**/markscheme.toml',
];

/** A glob of files that show that a workspace has an exercise. */
export const EXERCISE_GLOB = '{**/markscheme.toml,**/*.hyp.*,**/*.hyp,**/*.ref.*,**/*.ref0}';

/** The file that lists a folder's exercises. */
export const CONFIGURATION = 'markscheme.toml';

/** Suffixes of the files that the server writes reports to. */
export const REPORT_SUFFIXES = { text: 'txt', json: 'json' } as const;

const EXERCISE_FILE = /\.(src|hyp|ref\d*)(\.[^/]*)?$/;
const SETTINGS_FILE = /(^|\/)(markscheme\.toml|accepted\.m2)$/;

/** Whether a path is named as an exercise's file is: `week-3.hyp.lena.txt`, `report.src`, `markscheme.toml`. */
export function isNamedAsExercise(path: string): boolean {
  return EXERCISE_FILE.test(path) || path.endsWith(`/${CONFIGURATION}`);
}

/** Whether a new, changed or deleted file of this path may change the list of exercises or their marks. */
export function mayChangeExercises(path: string): boolean {
  return SETTINGS_FILE.test(path) || /\.(src|hyp|ref)\d*(\.|$)/.test(path);
}

/** Whether VS Code's text editor can show a document; it can't show Word. */
export function opensAsText(path: string): boolean {
  return !path.toLowerCase().endsWith('.docx');
}

/** Return the student's name in a file's name, `lena` in `week-3.hyp.lena.txt`, or the whole name. */
export function studentInName(file: string): string {
  return /\.hyp\.?([^.]+)/.exec(file)?.[1] ?? file;
}
