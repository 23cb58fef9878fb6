import { Numbers } from '../numbers';

/** Writes numbers and lists in the page's language, which is the editor's. */
export const numbers = new Numbers(document.documentElement.lang);
