/** Placeholder in an order of sections for all sections that the order does not name. */
export const OTHERS = ''

/** Reads the sections that features export, by name, in the order of the file. */
export async function readSections<List>(
  registered: readonly (Record<string, List> | undefined)[],
  order: readonly string[],
  read: (list: List) => Promise<readonly unknown[]>,
) {
  const placeOf = (name: string) => order.indexOf(order.includes(name) ? name : OTHERS)
  const sections: Record<string, readonly unknown[]> = {}
  const lists = registered.flatMap((one) => Object.entries(one ?? {}))
  for (const [name, list] of lists.toSorted(([a], [b]) => placeOf(a) - placeOf(b))) sections[name] = await read(list)
  return sections
}

export const asJson = (content: object) => Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
