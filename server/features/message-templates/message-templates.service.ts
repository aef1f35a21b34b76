import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  ACCOUNT_TEMPLATES_MAX,
  MESSAGE_TEMPLATES_MAX,
  type MessageTemplate,
  type MessageTemplateChanges,
  type NewMessageTemplate,
} from '#contract/leads/messages/message-templates.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './message-templates.queries.ts'
import { changesOf } from './message-templates.rules.ts'

type Context = { db: Db; caller: Member }

export const listTemplates = ({ db, caller }: Context) =>
  queries.listTemplates(db, caller.businessId, MESSAGE_TEMPLATES_MAX + ACCOUNT_TEMPLATES_MAX)

export const templatesAmong = queries.listTemplatesAmong

async function requireTemplate({ db, caller }: Context, wanted: { id: string; isDeleted?: boolean }) {
  const template = await queries.findTemplate(db, caller.businessId, wanted)
  if (!template) throw new AppError('message_template_not_found')
  return template
}

/** A template of the business's own. */
async function requireOwn(context: Context, wanted: { id: string; isDeleted?: boolean }) {
  const template = await requireTemplate(context, wanted)
  if (template.account) throw new AppError('message_template_of_account')
  return template
}

/** Runs `act` while no other template of the business changes. */
const changing = <T>({ db, caller }: Context, act: (context: Context) => Promise<T>) =>
  inTransaction(db, async (tx) => {
    await queries.lockTemplates(tx, caller.businessId)
    return act({ db: tx, caller })
  })

async function requireRoom({ db, caller }: Context) {
  if ((await queries.countTemplates(db, caller.businessId)) >= MESSAGE_TEMPLATES_MAX)
    throw new AppError('message_template_full')
}

const about = ({ _id, nameHe, nameEn }: Pick<MessageTemplate, '_id' | 'nameHe' | 'nameEn'>) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  templateId: _id,
  nameHe,
  nameEn,
})

export const createTemplate = (context: Context, wanted: NewMessageTemplate): Promise<MessageTemplate> =>
  changing(context, (inTx) => insertTemplate(inTx, wanted))

async function insertTemplate(inTx: Context, wanted: NewMessageTemplate) {
  const { db: tx, caller } = inTx
  await requireRoom(inTx)
  const template = { _id: newId(), ...wanted }
  await queries.insertTemplates(tx, caller.businessId, [template])
  await emit(tx, caller, 'message_template.created', about(template))
  return requireTemplate(inTx, { id: template._id })
}

type Ensured = NewMessageTemplate & { language: Language }
/** The template of this name, channel and purpose that has this language, which is made if there is none. */
export const ensureTemplate = (context: Context, { language, ...wanted }: Ensured): Promise<MessageTemplate> =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId } = caller
    const known = await queries.listTemplates(tx, businessId, MESSAGE_TEMPLATES_MAX)
    const { nameHe, channel, purpose } = wanted
    const same = known.find(
      (one) =>
        one.nameHe === nameHe && one.channel === channel && one.purpose === purpose && one.contents[language] !== null,
    )
    return same ?? insertTemplate(inTx, wanted)
  })

type Change = { id: string; changes: MessageTemplateChanges; now: Date }
export const changeTemplate = (context: Context, { id, changes, now }: Change): Promise<MessageTemplate> =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const before = await requireOwn(inTx, { id })
    const { expected, ...wanted } = changes
    const differing = changesOf(before, wanted)
    // A repeated request, after its reply was lost, changes nothing.
    if (!Object.keys(differing).length) return before
    if (before.revision !== expected) throw new AppError('changed_meanwhile')
    await queries.updateTemplate(tx, caller.businessId, { _id: id, ...wanted }, now)
    await emit(tx, caller, 'message_template.changed', { ...about({ _id: id, ...wanted }), changes: differing })
    return requireTemplate(inTx, { id })
  })

export const removeTemplate = (context: Context, { id, now }: { id: string; now: Date }) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const template = await requireOwn(inTx, { id })
    await queries.updateDeleted(tx, caller.businessId, id, now)
    await emit(tx, caller, 'message_template.deleted', about(template))
  })

/** Puts a deleted template back; one that is there stays as it is. */
export const restoreTemplate = (context: Context, id: string): Promise<MessageTemplate> =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const known = await queries.findTemplate(tx, caller.businessId, { id })
    if (known) return known
    const template = await requireOwn(inTx, { id, isDeleted: true })
    await requireRoom(inTx)
    await queries.updateDeleted(tx, caller.businessId, id, null)
    await emit(tx, caller, 'message_template.restored', about(template))
    return requireTemplate(inTx, { id })
  })
