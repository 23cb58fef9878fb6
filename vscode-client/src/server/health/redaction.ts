/** The account whose name is removed from a report. */
export interface Account {
  readonly home: string;
  readonly user: string;
}

/** Remove the account's name from paths: the home folder becomes `~`, and other folders of this name `USER`. */
export function redact(text: string, { home, user }: Account): string {
  const withoutHome = forms(home).reduce((result, form) => result.replace(form, '~'), text);
  return user === '' ? withoutHome : withoutHome.replace(asFolder(user), '$1USER');
}

/** Return patterns of the home folder as it is, and as JSON, URIs and other systems write it. */
function forms(home: string): RegExp[] {
  const trimmed = home.replace(/[/\\]+$/, '');
  if (trimmed === '') {
    return [];
  }
  const spellings = [trimmed.replaceAll('\\', '\\\\'), trimmed, trimmed.replaceAll('\\', '/')];
  const encoded = spellings.map((form) => encodeURI(form).replace(/^([A-Za-z]):/, '$1%3A'));
  const flags = /^[A-Za-z]:/.test(trimmed) ? 'gi' : 'g';
  return [...new Set([...spellings, ...encoded])].map((form) => new RegExp(`${escaped(form)}(?![\\w.-])`, flags));
}

/** Return a pattern of the name as a whole part of a path, as in `/media/lena/disk`. */
function asFolder(user: string): RegExp {
  return new RegExp(`([/\\\\])${escaped(user)}(?=[/\\\\]|$|["'\\s),;])`, 'gim');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
