import { chromium, type Browser, type Page } from 'playwright-core';

import { CHROMIUM } from './requirements';

const LOCAL = new Set(['127.0.0.1', 'localhost']);

/**
 * Resolves no name but this machine's. Requests are not intercepted, since then the service worker that serves the files
 * of VS Code's webviews does not start.
 */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
const QUIET = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

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
 * It reaches only this machine. `onForeign` is called with each other address that it requests in vain. At `zoom` 2, the
 * same screen has room for half the width and half the height.
 */
export async function pageOf(
  browser: Browser,
  address: Address,
  onForeign: (url: string) => void,
  zoom = 1,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280 / zoom, height: 800 / zoom },
    deviceScaleFactor: zoom,
    reducedMotion: 'reduce',
  });
  context.on('requestfailed', (request) => {
    const { hostname, origin } = new URL(request.url());
    if (hostname && !LOCAL.has(hostname)) {
      onForeign(origin);
    }
  });
  await context.request.post(`${address.url}/login`, { form: { password: address.password } });
  context.setDefaultTimeout(60_000);
  return await context.newPage();
}
