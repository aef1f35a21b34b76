import { z } from 'zod'
import { id } from '#contract/common.ts'
import { type Language, languages } from '#contract/constants.ts'
import { knownSources } from '#contract/leads.ts'
import type { Deps } from '../../deps.ts'
import { translate } from '../../platform/http/texts.ts'
import { job } from '../../platform/jobs/job.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { type Message, queueMessages } from '../messages/messages.service.ts'
import { actionOf, titleOf } from './notifications.rules.ts'
import { countMessages, listEventsWithRecipients, listLanguages, type ToldEvent } from './recipients.queries.ts'

const HOUR_MS = 3_600_000
/** What one business may send about its leads: its recipients are whoever it names, so it must not become a way to flood strangers. */
export const MESSAGES_PER_HOUR = { mail: 600, sms: 120 }

/** Mail and SMS to whom the campaign names. Again: the key of event and recipient lets each happen once. */
export const notifyRecipients = job({
  name: 'notifyRecipients',
  payload: z.object({ businessId: id, eventIds: z.array(id) }),
  maxAttempts: 10,
  async run({ workerDb, mail, sms, env, now, onError }: Deps, { businessId, eventIds }) {
    const events = await listEventsWithRecipients(workerDb, businessId, eventIds)
    const recipients = events.flatMap(({ mailTo, smsTo }) => [...mailTo, ...smsTo])
    if (!recipients.length) return
    const known = await listLanguages(workerDb, businessId, [...new Set(recipients)])
    const languageOf = (recipient: string) => known.get(recipient) ?? languages[0]
    const messages = events.flatMap((event) => {
      const link = `${env.publicUrl}/b/${businessId}/c/${event.campaignId}/leads/${event.leadId}`
      return [
        ...(mail.isAvailable ? event.mailTo.map((to) => mailAbout(event, link, { to, language: languageOf(to) })) : []),
        ...(sms.isAvailable ? event.smsTo.map((to) => smsAbout(event, link, { to, language: languageOf(to) })) : []),
      ]
    })
    const sent = await countMessages(workerDb, businessId, new Date(now().getTime() - HOUR_MS))
    const left = { mail: MESSAGES_PER_HOUR.mail - sent.mail, sms: MESSAGES_PER_HOUR.sms - sent.sms }
    const allowed = messages.filter(({ channel }) => left[channel]-- > 0)
    if (allowed.length < messages.length)
      onError(new Error(`Business ${businessId} has reached its messages of an hour.`))
    await queueMessages(
      workerDb,
      allowed.map((message) => ({ ...message, businessId })),
    )
  },
})

export const notificationJobs = [notifyRecipients]

type Recipient = { to: string; language: Language }
type Draft = Omit<Message, 'businessId'>

const text = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'lead-mail', key, values)

const titleFor = (language: Language, { name, leadName, leadPhone, leadEmail }: ToldEvent) =>
  titleOf(language, actionOf[name] ?? 'receiving_a_lead', { name: leadName, phone: leadPhone, email: leadEmail })

function mailAbout(event: ToldEvent, url: string, { to, language }: Recipient): Draft {
  const { campaignName, businessName, leadName, leadPhone, leadEmail, source, message } = event
  const title = titleFor(language, event)
  const fact = (key: string, value: string | null, isLtr = false) =>
    value ? [{ label: text(language, key), value, isLtr }] : []
  return {
    channel: 'mail',
    recipient: to,
    subject: text(language, 'subject', { title, campaign: campaignName }),
    ...composeMail({
      language,
      title,
      paragraphs: [],
      facts: [
        ...fact('name', leadName),
        ...fact('phone', leadPhone, true),
        ...fact('email', leadEmail, true),
        ...fact('campaign', campaignName),
        ...fact('source', sourceName(language, source)),
        ...fact('message', message),
      ],
      action: { label: text(language, 'open'), url },
      note: text(language, 'why', { campaign: campaignName, business: businessName }),
    }),
    dedupeKey: `${event.id} mail ${to}`,
  }
}

function smsAbout(event: ToldEvent, url: string, { to, language }: Recipient): Draft {
  const { leadName, leadPhone, campaignName } = event
  const title = titleFor(language, event)
  const head = leadName && leadPhone ? text(language, 'smsWithPhone', { title, phone: leadPhone }) : title
  return { channel: 'sms', recipient: to, body: `${head}\n${campaignName}\n${url}`, dedupeKey: `${event.id} sms ${to}` }
}

const sources = new Set<string>(knownSources)
const sourceName = (language: Language, source: string) =>
  sources.has(source) ? text(language, `sources.${source}`) : source
