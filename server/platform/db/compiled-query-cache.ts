import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Stands for the business in a statement that is kept. */
const ANY_BUSINESS = 'any business'

/**
 * Statements that differ by a few choices and the business alone, each put together once and kept: of one that runs at
 * nearly every visit, putting it together takes the server a tenth of its time. `choice` is what the text depends on; as
 * `build` sees nothing else, nothing else can be kept with it.
 */
export function keepStatements<Choice extends object, Row>(
  build: (businessId: string, choice: Choice) => RawBuilder<Row>,
) {
  const kept = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, businessId: string, choice: Choice): Promise<Row[]> => {
    const key = JSON.stringify(choice)
    const statement = kept.get(key) ?? build(ANY_BUSINESS, choice).compile(db)
    kept.set(key, statement)
    const values = statement.parameters.map((value) => (value === ANY_BUSINESS ? businessId : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, values))
    return rows
  }
}
