import { chromium, type Browser, type Page } from 'playwright-core';

import { CHROMIUM } from './requirements';

const LOCAL = new Set(['127.0.0.1', 'localhost']);

/**
 * No name is looked up but this machine's. Requests are not intercepted: with interception, the service worker that
 * brings VS Code's webviews their files does not start.
 */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
const QUIET = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Where VS Code is served, and how one gets in. */
export interface Address {
  readonly url: string;
  readonly password: string;
}

/** Debian's Chromium without a window. */
export async function launched(): Promise<Browser> {
  return await chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ALONE, ...QUIET],
  });
}

/**
 * A page that is let into VS Code, but shows nothing yet.
 *
 * It reaches this machine only; `onForeign` is told of each other address that it asks for in vain.
 */
export async function pageOf(browser: Browser, address: Address, onForeign: (url: string) => void): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
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
