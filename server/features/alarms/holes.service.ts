import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { readablePhone } from '../../platform/phones.ts'
import { rehearseNumber } from '../calls/simulation/simulation.service.ts'
import { alarmMails } from './alarm-mails.service.ts'
import * as queries from './holes.queries.ts'
import { HOLE_DAYS, type Hole, newHoles } from './holes.rules.ts'

const DAY_MS = 86_400_000

/**
 * Rehearses the numbers of a business that follow a call flow, and notifies the Owners of times at which a number will be open
 * and ring no one, each once. Those of a flow or version that is new were confirmed by its publisher and are only stored.
 */
export async function raiseHoles(deps: Deps, businessId: string) {
  const now = deps.now()
  const until = new Date(now.getTime() + HOLE_DAYS * DAY_MS)
  const db = deps.tenants.scope({ businessId })
  const numbers = await queries.listNumbers(deps.workerDb, businessId)
  for (const number of numbers) {
    await deps.workerDb.transaction().execute(async (tx) => {
      await queries.lockHoles(tx, businessId)
      // One day more than is looked at, so that a hole over midnight is known whole.
      const { spans } = await rehearseNumber(deps, db, businessId, { number, days: HOLE_DAYS + 2 })
      const holes = spans.filter(({ state, from }) => state === 'hole' && Date.parse(from) < until.getTime())
      const known = await queries.findKnown(tx, businessId, number)
      await queries.storeHoles(tx, businessId, { number, holes, now })
      const said = known ? newHoles(holes, known, until) : []
      if (said.length) await say(tx, deps, { businessId, number, holes: said })
    })
  }
  await queries.forgetOthers(
    deps.workerDb,
    businessId,
    numbers.map(({ id }) => id),
  )
}

type Said = { businessId: string; number: queries.NumberWithFlow; holes: readonly Hole[] }
async function say(tx: Deps['workerDb'], deps: Deps, { businessId, number, holes }: Said) {
  const { label, phone } = number
  const name = label ? `${label} (${readablePhone(phone)})` : readablePhone(phone)
  const [count, since] = [holes.length, holes[0]?.from as string]
  const eventId = await emit(tx, { kind: 'system', businessId }, 'number.hole_appeared', {
    campaignId: ALL_CAMPAIGNS,
    count,
    since,
    personal: { name },
  })
  const alarm = { kind: 'number_hole' as const, subject: number.flowId, name, count, since }
  await alarmMails(tx, deps, { businessId, eventId, alarm })
}
