/** The variable parts of a page's document. */
export interface PageParts {
  readonly language: string;
  readonly title: string;
  /** Where the page may load files from, as a source of the content security policy. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** New for each load. */
  readonly nonce: string;
}

/**
 * Return a page's HTML document, whose body its script fills.
 *
 * The policy allows only the page's script and stylesheet. It forbids inline code, inline style and requests.
 */
export function pageHtml({ language, title, cspSource, script, style, nonce }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="${escapeMarkup(style)}">
</head>
<body>
<main id="page"></main>
<script nonce="${escapeMarkup(nonce)}" src="${escapeMarkup(script)}"></script>
</body>
</html>
`;
}

/** Escape text for HTML, SVG and attributes in double quotes; leave out characters that XML does not allow. */
export function escapeMarkup(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function withoutControls(text: string): string {
  return text.replace(/[^\t\n\r -\uffff]/g, '');
}
