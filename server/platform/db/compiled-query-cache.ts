import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Placeholder of the business in a cached query. */
const ANY_BUSINESS = 'any business'

/**
 * Caches compiled queries that differ only by the business and by `choice`: compiling the query of a list's first page took
 * a tenth of the server's time. The text may depend on `choice` alone, so `build` gets nothing else.
 */
export function cacheCompiledQuery<Choice extends object, Row>(
  build: (businessId: string, choice: Choice) => RawBuilder<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, businessId: string, choice: Choice): Promise<Row[]> => {
    const key = JSON.stringify(choice)
    const statement = compiled.get(key) ?? build(ANY_BUSINESS, choice).compile(db)
    compiled.set(key, statement)
    const values = statement.parameters.map((value) => (value === ANY_BUSINESS ? businessId : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, values))
    return rows
  }
}
