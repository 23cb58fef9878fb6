/**
 * Names of files. The globs and patterns decide only which files, and which of their changes, reach the server.
 *
 * They decide nothing about a document's format: the server recognises it and reports what depends on it, such as
 * whether the file has lines.
 */

/** Globs of files that are sent to the server, besides plain text and Markdown. */
export const DOCUMENT_GLOBS: readonly string[] = [
  '**/*.{m2,ann,uagec,hyp,src,ref}',
  '**/*.{src,hyp,ref}.*',
  '**/markscheme.toml',
];

/** A glob of files that show that a workspace has an exercise. */
export const EXERCISE_GLOB = '{**/markscheme.toml,**/*.hyp.*,**/*.hyp,**/*.ref.*,**/*.ref0}';

/** The file that lists a folder's exercises. */
export const CONFIGURATION = 'markscheme.toml';

/** The folder of reports and figures, in which the server searches no exercise. */
export const REPORT_FOLDER = 'markscheme-reports';

/** Suffixes of the files that the server writes reports to. */
export const REPORT_SUFFIXES = { text: 'txt', json: 'json' } as const;

const EXERCISE_FILE = /\.(src|hyp|ref\d*)(\.[^/]*)?$/;

/** Whether a path is named as an exercise's file is: `week-3.hyp.lena.txt`, `report.src`, `markscheme.toml`. */
export function isNamedAsExercise(path: string): boolean {
  return EXERCISE_FILE.test(path) || path.endsWith(`/${CONFIGURATION}`);
}

/** Return the student's name in a file's name, `lena` in `week-3.hyp.lena.txt`, or the whole name. */
export function studentInName(file: string): string {
  return /\.hyp\.?([^.]+)/.exec(file)?.[1] ?? file;
}
