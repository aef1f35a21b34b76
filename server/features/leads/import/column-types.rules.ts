import { OPTION_NAME_MAX, type OwnFieldType } from '#contract/lead-fields/own-fields.ts'
import { dateOrders, type ImportColumn } from '#contract/leads/sheets/lead-import.ts'
import { readMoment, readNumber } from './rows.rules.ts'
import { NO, plainText, YES } from './texts.rules.ts'

const LOCAL_DATE = /^\s*(\d{1,2})[./-](\d{1,2})[./-](?:\d{4}|\d{2})(?!\d)/
const MONTHS = 12

/** Finds, while the rows of a file pass, in which orders the dates of its columns can be read. */
export function scanDates() {
  const columns = new Map<number, { dmy: boolean; mdy: boolean }>()
  return {
    pass(cells: readonly string[]) {
      for (const [column, cell] of cells.entries()) {
        const [, first, second] = LOCAL_DATE.exec(cell) ?? []
        if (!first || !second) continue
        const { dmy, mdy } = columns.get(column) ?? { dmy: true, mdy: true }
        columns.set(column, { dmy: dmy && Number(second) <= MONTHS, mdy: mdy && Number(first) <= MONTHS })
      }
    },
    /** Both, too, if each is wrong for some row: a person decides which rows fail. */
    ordersOf(column: number): ImportColumn['dateOrders'] {
      const found = columns.get(column)
      if (!found) return []
      const possible = dateOrders.filter((order) => found[order])
      return possible.length ? possible : [...dateOrders]
    },
  }
}

const ENOUGH = 6
const LONG = 100
const CURRENCY = /[₪$€]|ש["״']?ח|nis|ils/iu
const LINK = /^(https?:\/\/|www\.)\S+$/i
const isYesOrNo = (text: string) => YES.includes(plainText(text)) || NO.includes(plainText(text))
/** A number that starts with zeros, or is as long as a phone, names something. */
const isCode = (text: string) => /^0\d|\d{9}/.test(text)

/** The type of an own field that would hold these values. */
export function fieldTypeOf(values: readonly string[]): OwnFieldType {
  const texts = values.map((text) => text.trim()).filter(Boolean)
  if (!texts.length) return 'text'
  const every = (is: (text: string) => boolean) => texts.every(is)
  if (every(isYesOrNo) && !every((text) => /^\d$/.test(text))) return 'yes_no'
  if (dateOrders.some((order) => every((text) => readMoment(text, order) !== undefined))) return 'date'
  if (every((text) => readNumber(text) !== undefined) && !texts.some(isCode))
    return texts.some((text) => CURRENCY.test(text)) ? 'money' : 'number'
  if (every((text) => LINK.test(text))) return 'link'
  if (texts.some((text) => text.includes('\n') || text.length > LONG)) return 'long_text'
  const distinct = new Set(texts.map(plainText)).size
  const isChoice =
    texts.length >= ENOUGH && distinct <= texts.length / 2 && every((text) => text.length <= OPTION_NAME_MAX)
  return isChoice ? 'choice' : 'text'
}
