import type { Language } from '#contract/constants.ts'
import { translate } from '../../platform/texts.ts'

/** A notification as a device shows it (web/worker). */
export type PushText = {
  title: string
  body: string
  /** Notifications with one tag replace each other. */
  tag: string
  /** What a click opens. */
  path: string
  language: Language
}

/** A name within a text, whose direction does not affect what stands around it. */
export const isolated = (name: string) => `\u2068${name}\u2069`

type To = { userId: string; deviceId: string }
/** The message that carries a notification to a device; its subject is the topic. */
export const pushMessage = (text: PushText, { userId, deviceId }: To) =>
  ({
    kind: 'notice',
    channel: 'push',
    accountId: userId,
    recipient: deviceId,
    subject: text.tag,
    body: JSON.stringify(text),
  }) as const

/** The test of the channel, which a person sends to their own devices. */
export const testText = (language: Language, business: string): PushText => ({
  title: translate(language, 'notifications-server', 'push.test'),
  body: isolated(business),
  tag: 'test',
  path: '/user/settings/notifications',
  language,
})
