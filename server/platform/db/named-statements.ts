import { sql } from 'kysely'
import pg from 'pg'

const STATEMENTS_MAX = 500

type ToRow = (values: readonly (string | null)[]) => object
type Fields = readonly Pick<pg.FieldDef, 'name' | 'dataTypeID'>[]
/** A statement that each connection parses and plans once, by its name. */
export type NamedStatement = {
  readonly name: string
  readonly text: string
  /** As its last answer had them. */
  columns?: { fields: Fields; toRow: ToRow }
}
const statements = new Map<string, NamedStatement>()

/**
 * A value that the planner does not see, in a statement that is run often: there is one plan for all of them, made once a
 * connection, where planning takes longer than the rest.
 */
export const unseen = (value: unknown, type: 'uuid' | 'text' | 'date') => sql`(select ${value}::${sql.raw(type)})`

/** Marks a statement that has too many shapes to name each: it is planned every time, with its values. */
export const OWN_PLAN = '/* planned with its values */'

/** Bounded, because a list of values makes a new text per length; undefined: to be run without a name. */
export function namedStatement(text: string): NamedStatement | undefined {
  const known = statements.get(text)
  if (known || statements.size >= STATEMENTS_MAX || text.includes(OWN_PLAN)) return known
  const statement = { name: `s${statements.size}`, text }
  statements.set(text, statement)
  return statement
}

declare module 'pg' {
  /** Properties of pg's own query that its types leave out. */
  interface Query {
    _result: { parseRow: ToRow }
    _accumulateRows: boolean
  }
}

/**
 * Runs a named statement. Its rows are made by a function written for its columns: pg describes them again with each answer
 * and copies an empty row for each one, which of a page of calls took a tenth of the server's time.
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
    // With a star in its text it has other columns once a table was changed.
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

/** An object literal written out: all rows of a statement have one shape, made in one step. */
function rowMaker(fields: Fields): ToRow {
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID))
  const read = (i: number) =>
    parsers[i] === asItIs ? `values[${i}]` : `values[${i}] === null ? null : p${i}(values[${i}])`
  const columns = fields.map(({ name }, i) => `${JSON.stringify(name)}: ${read(i)}`)
  const body = `return (values) => ({ ${columns.join(', ')} })`
  return new Function(...parsers.map((_, i) => `p${i}`), body)(...parsers)
}
