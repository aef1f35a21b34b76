import { sql } from 'kysely'
import pg from 'pg'

const STATEMENTS_MAX = 500

type ToRow = (values: readonly (string | null)[]) => object
type Fields = readonly Pick<pg.FieldDef, 'name' | 'dataTypeID'>[]
/** A statement that each connection prepares once, by its name. */
export type NamedStatement = {
  readonly name: string
  readonly text: string
  /** Of its last answer. */
  columns?: { fields: Fields; toRow: ToRow }
}
const statements = new Map<string, NamedStatement>()

/**
 * Hides a value from the planner, so that a frequent statement gets one generic plan per connection; planning would take
 * longer than running it.
 */
export const opaqueParam = (value: unknown, type: 'uuid' | 'text' | 'date') => sql`(select ${value}::${sql.raw(type)})`

/** Marks a statement with too many shapes to prepare each: it is planned every time, with its values. */
export const UNPREPARED = '/* planned with its values */'

/** Bounded, because a list of values makes a new text per length; undefined: run it unprepared. */
export function namedStatement(text: string): NamedStatement | undefined {
  const known = statements.get(text)
  if (known || statements.size >= STATEMENTS_MAX || text.includes(UNPREPARED)) return known
  const statement = { name: `s${statements.size}`, text }
  statements.set(text, statement)
  return statement
}

declare module 'pg' {
  /** Properties of pg's own query that its types omit. */
  interface Query {
    _result: { parseRow: ToRow }
    _accumulateRows: boolean
  }
}

/**
 * Runs a prepared statement. A function generated for its columns makes the rows: pg would parse their description with
 * each answer and copy an empty row for each one, a tenth of the server's time for a page of calls.
 */
export class NamedQuery extends pg.Query {
  readonly #statement: NamedStatement

  constructor(
    statement: NamedStatement,
    values: unknown[],
    callback: (error: Error | undefined, answer: object) => void,
  ) {
    super({ name: statement.name, text: statement.text }, values, callback)
    this.#statement = statement
  }

  /** Called by the client before the rows. */
  handleRowDescription({ fields }: { fields: Fields }) {
    const statement = this.#statement
    // A statement with a star gets other columns after a table changed.
    if (!statement.columns || !isSame(statement.columns.fields, fields))
      statement.columns = { fields, toRow: rowMaker(fields) }
    this._result.parseRow = statement.columns.toRow
    this._accumulateRows = true
  }
}

const isSame = (some: Fields, others: Fields) =>
  some.length === others.length &&
  some.every(({ name, dataTypeID }, i) => name === others[i]?.name && dataTypeID === others[i]?.dataTypeID)

const asItIs = pg.types.getTypeParser(pg.types.builtins.TEXT)

/** Generates an object literal, so that all rows of a statement share one hidden class. */
function rowMaker(fields: Fields): ToRow {
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID))
  const read = (i: number) =>
    parsers[i] === asItIs ? `values[${i}]` : `values[${i}] === null ? null : p${i}(values[${i}])`
  const columns = fields.map(({ name }, i) => `${JSON.stringify(name)}: ${read(i)}`)
  const body = `return (values) => ({ ${columns.join(', ')} })`
  return new Function(...parsers.map((_, i) => `p${i}`), body)(...parsers)
}
