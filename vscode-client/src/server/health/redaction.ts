/** Whose names must not be in a report. */
export interface Account {
  readonly home: string;
  readonly user: string;
}

/** The text without the account's name in paths: its home is `~`, elsewhere a folder of its name is `USER`. */
export function redacted(text: string, { home, user }: Account): string {
  const withoutHome = forms(home).reduce((result, form) => result.replace(form, '~'), text);
  return user === '' ? withoutHome : withoutHome.replace(asFolder(user), '$1USER');
}

/** As it is, and as JSON, URIs and other systems write it. */
function forms(home: string): RegExp[] {
  const trimmed = home.replace(/[/\\]+$/, '');
  if (trimmed === '') {
    return [];
  }
  const written = [trimmed.replaceAll('\\', '\\\\'), trimmed, trimmed.replaceAll('\\', '/')];
  const encoded = written.map((form) => encodeURI(form).replace(/^([A-Za-z]):/, '$1%3A'));
  const flags = /^[A-Za-z]:/.test(trimmed) ? 'gi' : 'g';
  return [...new Set([...written, ...encoded])].map((form) => new RegExp(`${escaped(form)}(?![\\w.-])`, flags));
}

/** `/media/lena/disk`: the name as a whole part of a path. */
function asFolder(user: string): RegExp {
  return new RegExp(`([/\\\\])${escaped(user)}(?=[/\\\\]|$|["'\\s),;])`, 'gim');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
