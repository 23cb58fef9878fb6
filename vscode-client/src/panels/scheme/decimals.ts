const DECIMAL = /^[+-]?(\d+[.]?\d*|[.]\d+)$/;

/** Return the number that a person typed, with a decimal point or a decimal comma; `undefined` if it is none. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/[−–]/g, '-').replace(',', '.');
  return DECIMAL.test(plain) ? Number(plain) : undefined;
}

/** Write a number with all its decimals as people of a language do. */
export function decimalText(value: number, language: string): string {
  return String(value).replace('.', decimalSign(language));
}

function decimalSign(language: string): string {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5);
    return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  } catch {
    return '.';
  }
}
