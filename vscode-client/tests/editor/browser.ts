import { chromium, type Browser, type Page } from 'playwright-core';

import { CHROMIUM } from './requirements';

const LOCAL = new Set(['127.0.0.1', 'localhost']);
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
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...QUIET],
  });
}

/**
 * A page that is let into VS Code, but shows nothing yet.
 *
 * It reaches this machine only; `onForeign` is told of each other address that it asks for.
 */
export async function pageOf(browser: Browser, address: Address, onForeign: (url: string) => void): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.route('**/*', (route) => {
    const { protocol, hostname, origin } = new URL(route.request().url());
    if (LOCAL.has(hostname) || protocol === 'data:' || protocol === 'blob:') {
      return route.continue();
    }
    onForeign(origin);
    return route.abort();
  });
  await context.request.post(`${address.url}/login`, { form: { password: address.password } });
  context.setDefaultTimeout(60_000);
  return await context.newPage();
}
