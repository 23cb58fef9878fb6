/** What a page is made of. */
export interface PageParts {
  readonly language: string;
  readonly title: string;
  /** Where the webview may load from, as a CSP source. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** Fresh for every page. */
  readonly nonce: string;
}

/**
 * A panel's document: an empty body that its script fills.
 *
 * Nothing but the page's own script and style may load; nothing is fetched, and no style stands in an attribute.
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
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
<main id="page"></main>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

/** Text as it may stand in HTML, SVG and their attributes in double quotes; what XML has no sign for is left out. */
export function escaped(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function withoutControls(text: string): string {
  return text.replace(/[^\t\n\r -\uffff]/g, '');
}
