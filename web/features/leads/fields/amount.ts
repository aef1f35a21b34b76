/** Agorot as one types them, `126500` or `99.90`; nothing for none. */
export const asShekels = (agorot: number | null) =>
  agorot === null ? '' : agorot % 100 === 0 ? String(agorot / 100) : (agorot / 100).toFixed(2)

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/
const plain = (text: string) => text.replace(/[₪,\s]/g, '')

/** Whether a text is an amount; an empty one means none. */
export const isAmount = (text: string) => plain(text) === '' || AMOUNT.test(plain(text))

/** The agorot of a typed amount; null for none. */
export const asAgorot = (text: string) => (plain(text) === '' ? null : Math.round(Number(plain(text)) * 100))
