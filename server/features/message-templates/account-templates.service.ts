import type { z } from 'zod'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  ACCOUNT_TEMPLATES_MAX,
  type AccountValues,
  type MessagePurpose,
  type MessageTemplate,
} from '#contract/leads/messages/message-templates.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { AccountTemplate } from '../../providers/whatsapp/whatsapp.ts'
import * as queries from './account-templates.queries.ts'
import { byName, contentOf, purposeOf, type StoredAccount, storedTextOf } from './account-templates.rules.ts'
import { findTemplate, lockTemplates } from './message-templates.queries.ts'

export const countAccountTemplates = queries.countOfConnection

const contentsOf = (account: StoredAccount, purpose: MessagePurpose) => ({
  he: contentOf(account.he, purpose),
  en: contentOf(account.en, purpose),
})

type Read = {
  connectionId: string
  templates: readonly AccountTemplate[]
  now: Date
  /** Values for placeholders that have none yet, by name. */
  suggested?: Readonly<Record<string, string>>
}
/** Stores what the WhatsApp account has, in Hebrew and English; templates that are gone there end here. */
export const syncAccountTemplates = (
  db: Db,
  businessId: string,
  { connectionId, templates, now, suggested = {} }: Read,
) =>
  inTransaction(db, async (tx) => {
    await lockTemplates(tx, businessId)
    const known = new Map(
      (await queries.listOfConnection(tx, businessId, connectionId)).map((row) => [row.accountName, row]),
    )
    const named = [...byName(templates)].slice(0, ACCOUNT_TEMPLATES_MAX)
    await queries.deleteOthers(tx, businessId, { connectionId, names: named.map(([name]) => name), at: now })
    for (const [accountName, { he, en }] of named) {
      const before = known.get(accountName)
      const account: StoredAccount = {
        he: he ? storedTextOf(he, before?.account.he, suggested) : null,
        en: en ? storedTextOf(en, before?.account.en, suggested) : null,
      }
      // Advertising in one language makes it advertising: consent is asked for rather once too often.
      const isAdvertising = [he, en].some((one) => one && purposeOf(one) === 'advertising')
      const purpose = isAdvertising ? ('advertising' as const) : ('service' as const)
      const row = { connectionId, accountName, purpose, account, contents: contentsOf(account, purpose), at: now }
      await queries.upsertAccountTemplate(tx, businessId, { id: before?.id ?? newId(), ...row })
    }
  })

type Context = { db: Db; caller: Member }
type Chosen = z.output<typeof AccountValues> & { id: string; now: Date }
/** Chooses what stands for the placeholders of a template in one language. */
export const chooseValues = (
  { db, caller }: Context,
  { id, language, values, now }: Chosen,
): Promise<MessageTemplate> =>
  inTransaction(db, async (tx) => {
    const { businessId } = caller
    await lockTemplates(tx, businessId)
    const row = await queries.findAccountTemplate(tx, businessId, id)
    const text = row?.account[language]
    if (!row) throw new AppError('message_template_not_found')
    if (!text) throw new AppError('message_template_language')
    if (text.values.length !== values.length) throw invalidInput('values', 'invalid_value')
    const chosen = text.values.map((one, at) => ({ ...one, value: values[at] ?? '' }))
    const account = { ...row.account, [language]: { ...text, values: chosen } }
    const contents = contentsOf(account, row.purpose)
    await queries.upsertAccountTemplate(tx, businessId, { ...row, account, contents, at: now })
    const template = await findTemplate(tx, businessId, { id })
    if (!template) throw new AppError('message_template_not_found')
    if (chosen.some(({ value }, at) => value !== text.values[at]?.value)) {
      const about = { templateId: id, nameHe: row.accountName, nameEn: row.accountName }
      const changes = { [language === 'he' ? 'textHe' : 'textEn']: [true, true] as [unknown, unknown] }
      await emit(tx, caller, 'message_template.changed', { campaignId: ALL_CAMPAIGNS, ...about, changes })
    }
    return template
  })
