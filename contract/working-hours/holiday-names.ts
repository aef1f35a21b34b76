/** Kinds of holidays for which a business sets what they do to its hours. If a day is of several kinds, see ruleOn. */
export const holidayKinds = [
  'yom_tov',
  'yom_tov_eve',
  'chol_hamoed',
  'fast',
  'memorial',
  'independence',
  'purim',
  'hanukkah',
] as const
export type HolidayKind = (typeof holidayKinds)[number]

/** Holidays of Israel, their kinds and names. */
export const holidays = {
  rosh_hashana_eve: { kind: 'yom_tov_eve', he: 'ערב ראש השנה', en: 'Rosh Hashanah eve' },
  rosh_hashana: { kind: 'yom_tov', he: 'ראש השנה', en: 'Rosh Hashanah' },
  gedaliah: { kind: 'fast', he: 'צום גדליה', en: 'Fast of Gedaliah' },
  yom_kippur_eve: { kind: 'yom_tov_eve', he: 'ערב יום כיפור', en: 'Yom Kippur eve' },
  yom_kippur: { kind: 'yom_tov', he: 'יום כיפור', en: 'Yom Kippur' },
  sukkot_eve: { kind: 'yom_tov_eve', he: 'ערב סוכות', en: 'Sukkot eve' },
  sukkot: { kind: 'yom_tov', he: 'סוכות', en: 'Sukkot' },
  chol_hamoed_sukkot: { kind: 'chol_hamoed', he: 'חול המועד סוכות', en: 'Chol HaMoed Sukkot' },
  simchat_torah_eve: { kind: 'yom_tov_eve', he: 'ערב שמחת תורה', en: 'Simchat Torah eve' },
  simchat_torah: { kind: 'yom_tov', he: 'שמחת תורה', en: 'Simchat Torah' },
  hanukkah: { kind: 'hanukkah', he: 'חנוכה', en: 'Hanukkah' },
  tenth_of_tevet: { kind: 'fast', he: 'צום עשרה בטבת', en: 'Fast of 10 Tevet' },
  esther: { kind: 'fast', he: 'תענית אסתר', en: 'Fast of Esther' },
  purim: { kind: 'purim', he: 'פורים', en: 'Purim' },
  shushan_purim: { kind: 'purim', he: 'שושן פורים', en: 'Shushan Purim' },
  pesach_eve: { kind: 'yom_tov_eve', he: 'ערב פסח', en: 'Pesach eve' },
  pesach: { kind: 'yom_tov', he: 'פסח', en: 'Pesach' },
  chol_hamoed_pesach: { kind: 'chol_hamoed', he: 'חול המועד פסח', en: 'Chol HaMoed Pesach' },
  seventh_of_pesach_eve: { kind: 'yom_tov_eve', he: 'ערב שביעי של פסח', en: 'Seventh day of Pesach eve' },
  seventh_of_pesach: { kind: 'yom_tov', he: 'שביעי של פסח', en: 'Seventh day of Pesach' },
  yom_hashoah: { kind: 'memorial', he: 'יום השואה', en: 'Holocaust Remembrance Day' },
  yom_hazikaron: { kind: 'memorial', he: 'יום הזיכרון', en: 'Memorial Day' },
  yom_haatzmaut: { kind: 'independence', he: 'יום העצמאות', en: 'Independence Day' },
  shavuot_eve: { kind: 'yom_tov_eve', he: 'ערב שבועות', en: 'Shavuot eve' },
  shavuot: { kind: 'yom_tov', he: 'שבועות', en: 'Shavuot' },
  seventeenth_of_tammuz: { kind: 'fast', he: 'צום י״ז בתמוז', en: 'Fast of 17 Tammuz' },
  tisha_beav: { kind: 'fast', he: 'תשעה באב', en: 'Tisha B’Av' },
} as const satisfies Record<string, { kind: HolidayKind; he: string; en: string }>
export const shabbat = { he: 'שבת', en: 'Shabbat' } as const
export type HolidayKey = keyof typeof holidays
export const holidayKeys = Object.keys(holidays) as [HolidayKey, ...HolidayKey[]]
