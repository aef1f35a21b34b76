import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import { WhatsAppError } from '../../../providers/whatsapp/whatsapp-errors.ts'
import { sealSecret } from '../../connections/secrets.ts'
import { syncAccountTemplates } from '../../message-templates/account-templates.service.ts'
import * as queries from './whatsapp.queries.ts'
import { termOf } from './whatsapp.rules.ts'

const POLL_MS = 20_000
/** Templates change at Meta, which says so to the address of the app alone. */
const LOOK_EVERY_MS = 3_600_000
/** While messages do not arrive here. */
const FAILING_EVERY_MS = 120_000

type LookDeps = Pick<Deps, 'env' | 'now' | 'whatsApp' | 'workerDb' | 'tenants' | 'onError'>

/** Opens the server in place of Meta in a demo, and looks after each connected number once an hour. */
export function startLookingAfter(deps: LookDeps) {
  const opened = deps.whatsApp.startBox().catch(deps.onError)
  const polling = startPolling(() => opened.then(() => lookAfterDue(deps)), POLL_MS, deps.onError)
  return {
    async stop() {
      await polling.stop()
      await deps.whatsApp.stopBox()
    },
  }
}

/** Of one that fails the others are not kept waiting. */
export async function lookAfterDue(deps: LookDeps): Promise<number> {
  const now = deps.now()
  const checkedBefore = new Date(now.getTime() - LOOK_EVERY_MS)
  const soon = new Date(now.getTime() - FAILING_EVERY_MS)
  const due = await queries.listDue(deps.workerDb, { now, checkedBefore, soon })
  for (const one of due) await lookAfterOne(deps, one).catch(deps.onError)
  return 0
}

async function lookAfterOne(deps: LookDeps, { id, mustRenew }: { id: string; mustRenew: boolean }) {
  const row = await queries.findById(deps.workerDb, id)
  if (!row || row.isGone) return
  if (mustRenew) await renew(deps, row)
  await lookAfter(deps, row)
}

/** Puts a new token in place of one that ends. A process that also does so gets another one, and both are valid. */
async function renew({ env, whatsApp, tenants, now }: LookDeps, row: queries.WhatsAppRow) {
  const { id, businessId } = row
  const db = tenants.scope({ businessId })
  const [opened, signIn] = [await whatsApp.find(id), whatsApp.signIn()]
  if (!opened || !signIn) return
  try {
    const { token, expiresAt } = await signIn.renew(opened.token)
    const settings = termOf(expiresAt, now())
    await queries.updateToken(db, businessId, { id, sealed: sealSecret(env.secretKey, id, token), settings })
    whatsApp.forget()
  } catch (error) {
    if (!(error instanceof WhatsAppError)) throw error
    opened.note(error)
    // Tried again at the next look.
    await queries.updateSettings(db, businessId, id, {
      renewAt: new Date(now().getTime() + LOOK_EVERY_MS).toISOString(),
    })
  }
}

/** After Meta reported a change of templates. */
export async function refreshTemplates(deps: LookDeps, connectionId: string): Promise<void> {
  const row = await queries.findById(deps.workerDb, connectionId)
  if (row && !row.isGone) await lookAfter(deps, row)
}

/** Where a person who writes first becomes a lead: in the chosen campaign, else in the oldest. */
export const findCampaignOfNewcomers = async (db: Db, businessId: string, chosen: string | null) =>
  (chosen && (await queries.findCampaign(db, businessId, chosen))) || queries.findCampaign(db, businessId, null)

/** Reads the templates, and sees to it that messages arrive here. What Meta refuses is noted on the connection. */
export async function lookAfter(deps: LookDeps, { id, businessId, settings }: queries.WhatsAppRow): Promise<void> {
  const { whatsApp, tenants, now } = deps
  const db = tenants.scope({ businessId })
  await queries.updateChecked(db, businessId, id, now())
  const opened = await whatsApp.find(id)
  if (!opened || opened.isGone) return
  const { account } = opened
  try {
    const templates = await account.listTemplates(settings.wabaId)
    await syncAccountTemplates(db, businessId, { connectionId: id, templates, now: now() })
    await account.subscribe(settings.wabaId, whatsApp.hookOf(id))
    await queries.updateSettings(db, businessId, id, { hookFailure: null })
  } catch (error) {
    if (!(error instanceof WhatsAppError)) throw error
    // A token that is refused is noted with the answer; an outage ends.
    if (error.fault !== 'refused') return
    const hookFailure = { words: error.message, at: now().toISOString() }
    await queries.updateSettings(db, businessId, id, { hookFailure })
  }
}
