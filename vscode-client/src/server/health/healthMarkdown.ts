import { redacted, type Account } from './redaction';

/** What a health report tells, before names are taken out of it. */
export interface Health {
  /** Names and versions, in the order in which they are shown. */
  readonly facts: readonly (readonly [string, string])[];
  readonly looks: readonly { readonly origin: string; readonly place: string; readonly result: string }[];
  /** Settings that differ from their defaults; `undefined` for a value that is nobody's business. */
  readonly settings: readonly (readonly [string, unknown])[];
  /** What `markscheme doctor` printed: JSON, or text of a server that knows no JSON; empty without a server. */
  readonly doctor: string;
  /** Answer of `markscheme/status`; `undefined` without a server, `null` if the engine does not run. */
  readonly engine: object | null | undefined;
  readonly failures: readonly string[];
}

/** The report as Markdown, without the account's name. */
export function healthMarkdown(health: Health, account: Account): string {
  const sections = [
    '# Markscheme: health report',
    'For a bug report. It holds nothing of your documents; look it through before you pass it on.',
    table(['What', 'Which'], health.facts),
    '## Where the server was looked for',
    health.looks.length === 0
      ? 'It has not been looked for yet.'
      : table(
          ['Where', 'What was tried', 'Result'],
          health.looks.map(({ origin, place, result }) => [ORIGINS[origin] ?? origin, place, result]),
        ),
    '## Last failures',
    health.failures.length === 0 ? 'None.' : health.failures.map((failure) => `- ${inLine(failure)}`).join('\n'),
    '## Settings that are not the defaults',
    health.settings.length === 0
      ? 'None.'
      : table(
          ['Setting', 'Value'],
          health.settings.map(([name, value]) => [
            name,
            value === undefined ? '(set; left out here)' : JSON.stringify(value),
          ]),
        ),
    '## Engine',
    health.engine ? fenced(JSON.stringify(health.engine, undefined, 2), 'json') : engineText(health.engine),
    '## markscheme doctor',
    health.doctor === '' ? 'No server to ask.' : fenced(health.doctor, isJson(health.doctor) ? 'json' : 'text'),
  ];
  return `${redacted(sections.join('\n\n'), account)}\n`;
}

const ORIGINS: Readonly<Record<string, string>> = {
  setting: 'Setting `markscheme.server.command`',
  path: '`PATH`',
  python: "The workspace's Python",
  private: 'Private installation',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function inCell(text: string): string {
  return inLine(text).replaceAll('|', '\\|');
}

function inLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Longer than any fence in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function engineText(engine: null | undefined): string {
  return engine === null ? 'It does not run; it starts when something is to be marked.' : 'No server to ask.';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
