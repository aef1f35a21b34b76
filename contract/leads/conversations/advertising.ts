import type { Language } from '../../constants.ts'

/** By law the first word of a message that advertises (section 30A). */
export const ADVERTISING_MARK = { he: 'פרסומת', en: 'פרסומת' } as const satisfies Record<Language, string>
/** The word by which a text message is answered to withdraw. */
export const STOP_WORD = 'הסר'

/** Whether a text is to be read from right to left: it has a Hebrew letter. */
export const languageOfText = (text: string): Language => (/[\u0590-\u05ff]/.test(text) ? 'he' : 'en')

/** How a person stops advertising: by a reply, where the number receives, else by a link. */
export type WayOut = { reply: true } | { url: string }
type Advertising = { text: string; businessName: string; contact: string; wayOut: WayOut }

const outOf: Record<Language, (wayOut: WayOut) => string> = {
  he: (wayOut) => ('url' in wayOut ? `להסרה: ${wayOut.url}` : `להסרה: להשיב ״${STOP_WORD}״`),
  en: (wayOut) => ('url' in wayOut ? `To unsubscribe: ${wayOut.url}` : `To unsubscribe reply STOP`),
}

/** A text message that advertises: marked as such, with who sends it and how to stop it. The server composes it. */
export function advertisingText({ text, businessName, contact, wayOut }: Advertising): string {
  const language = languageOfText(text)
  const sender = [businessName, contact].filter(Boolean).join(', ')
  return [`${ADVERTISING_MARK[language]}\n${text}`, sender, outOf[language](wayOut)].join('\n')
}

/** The subject and the text of an e-mail that advertises. */
export function advertisingMail({ subject, ...advertising }: Advertising & { subject: string }) {
  const mark = ADVERTISING_MARK[languageOfText(subject + advertising.text)]
  const { text, businessName, contact, wayOut } = advertising
  const language = languageOfText(text)
  const sender = [businessName, contact].filter(Boolean).join(', ')
  return { subject: `${mark}: ${subject}`, text: [text, '--', sender, outOf[language](wayOut)].join('\n') }
}
