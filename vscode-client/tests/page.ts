/** Runs before all else in a test's bundle: parts of pages read their language from the document, which Node lacks. */
Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } });
