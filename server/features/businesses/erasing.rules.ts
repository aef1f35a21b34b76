/** Books of the operator about its businesses, which survive an erased business. */
export const operatorsBooks = [
  'billing_collections',
  'billing_entries',
  'billing_invoices',
  'billing_payments',
  'billing_postings',
  'billing_usage',
  'billing_usage_days',
  'tax_document_allocations',
  'tax_document_files',
  'tax_documents',
] as const

type Table = { name: string; parents: readonly string[] }

/** Sorts tables for deletion: each before the tables that it references. */
export function childrenFirst(tables: readonly Table[]): string[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const order: string[] = []
  while (left.size) {
    const isReferenced = (name: string) => [...left.values()].some(({ parents }) => parents.includes(name))
    const free = [...left.keys()].filter((name) => !isReferenced(name))
    if (!free.length) throw new Error(`These tables reference each other in a circle: ${[...left.keys()].join(', ')}`)
    for (const name of free) left.delete(name)
    order.push(...free)
  }
  return order
}
