import { redact, type Account } from './redaction';

/** The content of a health report, before the account's name is removed. */
export interface Health {
  /** Names and values, in the order of the report. */
  readonly facts: readonly (readonly [string, string])[];
  /** Steps of the last search for the server. */
  readonly steps: readonly { readonly origin: string; readonly place: string; readonly result: string }[];
  /** Settings that differ from their defaults; `undefined` for a private value. */
  readonly settings: readonly (readonly [string, unknown])[];
  /** Output of `markscheme doctor`: JSON, or text if the server has no JSON; empty without a server. */
  readonly doctor: string;
  /** Answer of `markscheme/status`; `undefined` without a server, `null` if the engine is not running. */
  readonly engine: object | null | undefined;
  readonly failures: readonly string[];
}

/** Return the report as Markdown, without the account's name. */
export function healthMarkdown(health: Health, account: Account): string {
  const sections = [
    '# Markscheme: health report',
    'For a bug report. It contains no text of your documents. Please read it before you send it.',
    table(['Item', 'Value'], health.facts),
    '## Search for the server',
    health.steps.length === 0
      ? 'No search yet.'
      : table(
          ['Place', 'Program', 'Result'],
          health.steps.map(({ origin, place, result }) => [ORIGINS[origin] ?? origin, place, result]),
        ),
    '## Last failures',
    health.failures.length === 0 ? 'None.' : health.failures.map((failure) => `- ${inLine(failure)}`).join('\n'),
    '## Changed settings',
    health.settings.length === 0
      ? 'None.'
      : table(
          ['Setting', 'Value'],
          health.settings.map(([name, value]) => [
            name,
            value === undefined ? '(set; not shown)' : JSON.stringify(value),
          ]),
        ),
    '## Engine',
    health.engine ? fenced(JSON.stringify(health.engine, undefined, 2), 'json') : engineText(health.engine),
    '## markscheme doctor',
    health.doctor === '' ? 'No server.' : fenced(health.doctor, isJson(health.doctor) ? 'json' : 'text'),
  ];
  return `${redact(sections.join('\n\n'), account)}\n`;
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

/** Return text between fences that are longer than any in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function engineText(engine: null | undefined): string {
  return engine === null ? 'Not running. It starts when a document needs it.' : 'No server.';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
