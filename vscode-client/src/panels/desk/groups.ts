/** Return items in groups of those with an equal key, in the order of each group's first one. */
export function groupsOf<Item, Key extends string | null>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): (readonly [Key, readonly Item[]])[] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
}
