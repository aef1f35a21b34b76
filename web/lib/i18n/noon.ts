/** The moment in the middle of a day, by which its date is formatted. */
export const noonOf = (day: string) => `${day}T12:00:00Z`
