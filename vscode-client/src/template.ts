/** Fill in a template's `{0}`, `{1}`… */
export function fillTemplate(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
}
