const TEXT_MAX = 2_000

/** Patterns of secrets and personal data, with their replacement in the log. */
const SECRETS: [RegExp, string][] = [
  [/\b(postgres(?:ql)?|smtps?|https?):\/\/[^\s/@]+@/gi, '$1://***@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/\blk_live_[\w-]+/g, '***'],
  [/\b[0-9a-f]{32}\b/gi, '***'],
  [/\b[A-Za-z0-9_-]{40,}\b/g, '***'],
  [/[^\s"'<>(),;=]+@[^\s"'<>(),;=]+\.[A-Za-z]{2,}/g, '***@***'],
  [/(?<![\w+-])(\+\d{8,15}|0\d{8,9}|972\d{8,9}|0\d{1,2}-\d{3}-?\d{4})(?![\w-])/g, '***'],
]

/** Removes mail addresses, phones, tokens and passwords in URLs, and limits the length. */
export const scrubbed = (text: string) =>
  SECRETS.reduce((left, [pattern, mark]) => left.replace(pattern, mark), text.slice(0, TEXT_MAX))
