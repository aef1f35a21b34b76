import { isDeepStrictEqual } from 'node:util'
import { CALL_FLOW_VERSIONS_KEPT, CALL_FLOWS_MAX, type CallFlow } from '#contract/calls/flows/call-flows.ts'
import { flowOfRouting } from '#contract/calls/flows/flow-of-routing.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { parsePhone } from '../../platform/phones.ts'
import { phoneIssue } from '../ceilings/ceilings.service.ts'
import { aboutNumber, membersAmong, requireNumber, virtualAmong } from '../numbers/numbers.service.ts'
import * as queries from './call-flows.queries.ts'
import * as rules from './call-flows.rules.ts'

type FlowDeps = Pick<Deps, 'env' | 'now'>
export type FlowContext = { db: Db; caller: Member; language: Language }
type Row = queries.FlowRow

export async function listFlows({ db, caller }: FlowContext) {
  const rows = await queries.listFlows(db, caller.businessId, CALL_FLOWS_MAX)
  return rows.filter((row) => rules.canEditFlow(caller, row)).map(rules.summaryOf)
}

/** A flow that the caller may edit; others do not exist for them. */
async function requireFlow({ db, caller }: Pick<FlowContext, 'db' | 'caller'>, id: string): Promise<Row> {
  const row = await queries.findFlow(db, caller.businessId, id)
  if (!row || !rules.canEditFlow(caller, row)) throw new AppError('call_flow_not_found')
  return row
}

export async function getFlow(context: FlowContext, id: string): Promise<CallFlow> {
  const row = await requireFlow(context, id)
  return rules.flowOf(row, await queries.listNamed(context.db, context.caller.businessId))
}

/** What is to be tried: the draft, or without one the published version. */
export async function requireContent(context: FlowContext, id: string): Promise<FlowContent> {
  const { draft, published } = await requireFlow(context, id)
  const content = draft ?? published
  if (!content) throw new AppError('call_flow_no_draft')
  return content
}
export const listPublished = queries.listPublished

/** Runs `act` while no other flow of the business changes. */
const changing = <T>({ db, caller, language }: FlowContext, act: (context: FlowContext) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    await queries.lockFlows(tx, caller.businessId)
    return act({ db: tx, caller, language })
  })

const about = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  flowId: id,
  name,
})

type NewFlow = { name: string; numberId?: string | undefined; copyOf?: string | undefined }
export const createFlow = (given: FlowDeps, context: FlowContext, { name, numberId, copyOf }: NewFlow) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId, userId } = caller
    if ((await queries.listFlows(tx, businessId, CALL_FLOWS_MAX)).length >= CALL_FLOWS_MAX)
      throw new AppError('call_flow_full')
    const number = numberId ? await requireLiveNumber(inTx, numberId) : undefined
    // Another tab made a flow of it meanwhile.
    if (number?.flow) throw new AppError('changed_meanwhile')
    const copied = copyOf && (await requireFlow(inTx, copyOf))
    const draft =
      (number && flowOfRouting(number.routing)) ||
      (copied && (copied.draft ?? copied.published)) ||
      rules.newContent(inTx.language)
    const id = newId()
    await queries.insertFlow(tx, businessId, { id, name, draft, userId, at: given.now() })
    await emit(tx, caller, 'call_flow.created', about({ id, name }))
    if (number) await moveNumber(inTx, number, { id, name })
    return getFlow(inTx, id)
  })

async function requireLiveNumber(context: FlowContext, id: string) {
  const number = await requireNumber(context, id)
  if (number.state !== 'active' && number.state !== 'paused') throw new AppError('number_released')
  return number
}

type ChangeableNumber = Awaited<ReturnType<typeof requireNumber>>
/** Lets a number follow a flow, or with null its own routing. */
async function moveNumber(
  { db: tx, caller }: FlowContext,
  number: ChangeableNumber,
  flow: Pick<Row, 'id' | 'name'> | null,
) {
  const isMoved = await queries.updateFlowOf(tx, caller.businessId, { numberId: number.id, flowId: flow?.id ?? null })
  if (!isMoved) return
  const changes = { callFlow: [number.flow?.name ?? null, flow?.name ?? null] as [unknown, unknown] }
  await emit(tx, caller, 'number.changed', { ...aboutNumber(number), changes })
}

export const attachNumber = (context: FlowContext, { id, numberId }: { id: string; numberId: string }) =>
  changing(context, async (inTx) => {
    const row = await requireFlow(inTx, id)
    await moveNumber(inTx, await requireLiveNumber(inTx, numberId), row)
    return getFlow(inTx, id)
  })

export const detachNumber = (context: FlowContext, { id, numberId }: { id: string; numberId: string }) =>
  changing(context, async (inTx) => {
    const number = await requireNumber(inTx, numberId)
    // Who may change the number takes it away from a flow that is out of their reach, too.
    if (number.flow?._id === id) await moveNumber(inTx, number, null)
    else await requireFlow(inTx, id)
    const { businessId } = inTx.caller
    const row = await queries.findFlow(inTx.db, businessId, id)
    const isInReach = row && rules.canEditFlow(inTx.caller, row)
    return isInReach ? rules.flowOf(row, await queries.listNamed(inTx.db, businessId)) : null
  })

type Changes = { name?: string | undefined; draft?: FlowContent | null | undefined; expected: number }
export const changeFlow = (given: FlowDeps, context: FlowContext, id: string, { name, draft, expected }: Changes) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId, userId } = caller
    const row = await requireFlow(inTx, id)
    if (name !== undefined && name !== row.name) {
      await queries.updateName(tx, businessId, id, name)
      await emit(tx, caller, 'call_flow.renamed', { ...about({ id, name }), changes: { name: [row.name, name] } })
    }
    if (draft !== undefined && !isDeepStrictEqual(draft, row.draft)) {
      if (row.revision !== expected) throw new AppError('changed_meanwhile')
      const checked = draft && (await checkContent(given, inTx, row, draft))
      await queries.updateDraft(tx, businessId, { id, draft: checked, userId, at: given.now() })
    }
    return getFlow(inTx, id)
  })

/**
 * Returns the content with its phones in E.164. Checks only what is new: people leave, and sounds and flows are deleted,
 * while a draft still names them.
 */
async function checkContent(given: FlowDeps, { db, caller }: FlowContext, row: Row, wanted: FlowContent) {
  const { businessId } = caller
  const added = (of: (content: FlowContent | null) => string[]) => {
    const known = new Set([row.draft, row.published].flatMap(of))
    return of(wanted).filter((one) => !known.has(one))
  }
  const people = added(rules.peopleIn)
  const [members, named] = await Promise.all([membersAmong(db, businessId, people), queries.listNamed(db, businessId)])
  if (people.some((id) => !members.includes(id))) throw new AppError('user_not_found')
  for (const id of added(rules.flowsIn)) await requireFlow({ db, caller }, id)
  if (added(rules.soundsIn).some((id) => !named.sounds.includes(id))) throw new AppError('call_sound_not_found')
  const content = rules.withPhones(wanted, (phone) => parsePhone(phone) ?? phone)
  await checkPhones(given, { db, caller }, [row.draft, row.published], content)
  return content
}

type Before = (FlowContent | null)[]
/** Refuses new phones that are none, or virtual numbers, which would cause a loop; outside lines are for Owner and Admin. */
async function checkPhones(
  { env }: FlowDeps,
  { db, caller }: Pick<FlowContext, 'db' | 'caller'>,
  before: Before,
  content: FlowContent,
) {
  const known = before.flatMap(rules.phonesIn).map(({ phone }) => phone)
  const added = rules.phonesIn(content).filter(({ phone }) => !known.includes(phone))
  if (!added.length) return
  if (!actsEverywhere(caller.role)) throw new AppError('forbidden')
  const own = await virtualAmong(
    db,
    added.map(({ phone }) => phone),
  )
  const issues = added.flatMap(({ phone, path }): Issue[] => {
    if (!parsePhone(phone)) return [{ path, message: 'invalid_phone' }]
    if (own.includes(phone)) return [{ path, message: 'own_number' }]
    const issue = phoneIssue({ env }, phone, 'ring', path)
    return issue ? [issue] : []
  })
  if (issues.length) throw new AppError('invalid_input', { issues })
}

export const publishFlow = ({ now }: FlowDeps, context: FlowContext, id: string, { expected }: { expected: number }) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId, userId } = caller
    const row = await requireFlow(inTx, id)
    if (!row.draft) throw new AppError('call_flow_no_draft')
    if (row.revision !== expected) throw new AppError('changed_meanwhile')
    if (rules.allProblemsOf(row, await queries.listNamed(tx, businessId)).length)
      throw new AppError('call_flow_incomplete')
    const version = (row.version ?? 0) + 1
    const published = { id, version, content: row.draft, userId, at: now(), kept: CALL_FLOW_VERSIONS_KEPT }
    await queries.insertVersion(tx, businessId, published)
    await emit(tx, caller, 'call_flow.published', { ...about(row), version })
    return getFlow(inTx, id)
  })

export async function listVersions(context: FlowContext, id: string) {
  await requireFlow(context, id)
  return queries.listVersions(context.db, context.caller.businessId, id)
}

export const removeFlow = ({ now }: FlowDeps, context: FlowContext, id: string) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const row = await requireFlow(inTx, id)
    if (row.numbers.length || (await queries.isNamed(tx, caller.businessId, { text: id, except: id })))
      throw new AppError('call_flow_used')
    await queries.updateDeleted(tx, caller.businessId, id, now())
    await emit(tx, caller, 'call_flow.deleted', about(row))
  })
