import { chromium, type Browser, type Page } from 'playwright-core';

import { CHROMIUM } from './requirements';

const LOCAL = new Set(['127.0.0.1', 'localhost']);

/** Ends the names under which a service worker serves this machine's files to VS Code's webviews. */
const FILES = '.vscode-resource.vscode-cdn.net';

/** How a request ends whose page is closed while it loads, wherever it would have gone. */
const GIVEN_UP = 'net::ERR_ABORTED';

/**
 * Resolves no name but this machine's. Requests are not intercepted, since then the service worker that serves the files
 * of VS Code's webviews does not start.
 */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
const QUIET = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Milliseconds that a wait for something on the screen may take on a busy machine. */
export const PATIENCE = 180_000;

/** Address and password of VS Code. */
export interface Address {
  readonly url: string;
  readonly password: string;
}

/** Start Debian's Chromium without a window. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ALONE, ...QUIET],
  });
}

/**
 * Return an empty page that is logged in to VS Code.
 *
 * It reaches only this machine. `onForeign` is called with each other address that it requests in vain.
 */
export async function pageOf(browser: Browser, address: Address, onForeign: (url: string) => void): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.on('requestfailed', (request) => {
    const { hostname, origin } = new URL(request.url());
    const reason = request.failure()?.errorText ?? 'for no reason';
    if (hostname && !LOCAL.has(hostname) && !hostname.endsWith(FILES) && reason !== GIVEN_UP) {
      onForeign(`${origin} (${reason})`);
    }
  });
  await context.request.post(`${address.url}/login`, { form: { password: address.password } });
  context.setDefaultTimeout(PATIENCE);
  return await context.newPage();
}
