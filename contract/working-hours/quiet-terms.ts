/** When a business leaves its leads in peace, apart from the routes because sending and calling read it. */
export type LeadQuiet = {
  /** Times of the day in Israel from which, and until which, nothing is sent: `21:00`. Equal: no quiet at night. */
  from: string
  to: string
  /** Minutes after the end of Shabbat and Yom Tov. */
  graceMinutes: number
  /** Whether an answer that a person writes within an hour of the lead's own message is sent at once. */
  answersAtOnce: boolean
  /** The most messages of automations that a lead gets in a day. */
  automationsPerDay: number
}

export const usualQuiet: LeadQuiet = {
  from: '21:00',
  to: '08:00',
  graceMinutes: 60,
  answersAtOnce: false,
  automationsPerDay: 3,
}
