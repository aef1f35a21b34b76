const format = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/**
 * The Hebrew date of a calendar day (until sunset), `15 Nisan`. The month of Purim is always `Adar`; in a leap year
 * `Adar I` stands before it.
 */
export function hebrewDateOf(day: string): string {
  const parts = format.formatToParts(new Date(`${day}T12:00:00Z`))
  const part = (type: string) => parts.find((one) => one.type === type)?.value
  const month = part('month')
  return `${part('day')} ${month === 'Adar II' ? 'Adar' : month}`
}
