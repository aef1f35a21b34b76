/** Agorot as typed shekels: `1265` or `99.90`; empty for null. */
export const formatAmount = (agorot: number | null) =>
  agorot === null ? '' : agorot % 100 === 0 ? String(agorot / 100) : (agorot / 100).toFixed(2)

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/
const normalize = (text: string) => text.replace(/[₪,\s]/g, '')

/** Empty text is valid: no amount. */
export const isAmount = (text: string) => normalize(text) === '' || AMOUNT.test(normalize(text))

/** Typed shekels as agorot; null for empty text. */
export const parseAmount = (text: string) => (normalize(text) === '' ? null : Math.round(Number(normalize(text)) * 100))
