import { z } from 'zod'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { beginningOf, dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { parse } from '../../platform/http/parsing.ts'
import { INSTALLATION, settingOf } from './ceilings.rules.ts'
import * as limits from './operator.queries.ts'
import { hasOutsideLines, updateOutsideLines } from './outside-lines.queries.ts'

const Switch = z.object({ word: z.enum(['on', 'off']) })

/** Allows or forbids a business to call outside phones at the operator's cost; its Owners see it in the audit log. */
export async function switchOutsideLines(
  { tenants, now }: Pick<Deps, 'tenants' | 'now'>,
  businessId: string,
  wanted: { word: string | undefined },
): Promise<boolean> {
  const isOn = parse(Switch, wanted).word === 'on'
  await tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      const wasOn = await hasOutsideLines(tx, businessId)
      if (wasOn === isOn) return
      await updateOutsideLines(tx, businessId, isOn ? now() : null)
      const changes = { outsideLines: [wasOn, isOn] as [unknown, unknown] }
      await emit(tx, { kind: 'system', businessId }, 'business.changed', { campaignId: ALL_CAMPAIGNS, changes })
    })
  return isOn
}

const NEAR = 0.5
const share = (used: number, max: number, unit = '') =>
  `${used} of ${max}${unit}${max > 0 ? ` (${Math.round((used / max) * 100)} %)` : ''}`

/** Today's use of each limit, and the holders near theirs, as lines for the operator. */
export async function findLimits({ env, workerDb, now }: Pick<Deps, 'env' | 'workerDb' | 'now'>): Promise<string[]> {
  const at = now()
  const since = beginningOf(dayOf(at))
  const [uses, seconds, refused, consents, creators] = await Promise.all([
    limits.listUses(workerDb, dayOf(at)),
    limits.listOutsideSeconds(workerDb, since),
    limits.listRefused(workerDb, since),
    limits.listOutsideLines(workerDb),
    limits.listCreators(workerDb, Math.max(1, env.ceilings.businesses.inAll * NEAR)),
  ])
  return [
    `Limits of ${dayOf(at)}, Asia/Jerusalem`,
    ...messageLines(env.ceilings, uses),
    ...minuteLines(env.ceilings.outsideMinutes, seconds),
    ...creators.map(
      ({ email, count }) => `BUSINESSES_PER_ACCOUNT  ${email}  ${share(count, env.ceilings.businesses.inAll)}`,
    ),
    ...refused.map(({ refusal, name, count }) => `Not sent today  ${name ?? 'accounts'}  ${refusal}  ${count}`),
    ...consents.map(({ name, businessId, since }) => `May call outside phones  ${name}  ${businessId}  since ${since}`),
  ]
}

function messageLines(ceilings: Deps['env']['ceilings'], uses: limits.UsedBy[]) {
  return (['sms', 'mail'] as const).flatMap((channel) => {
    const own = uses.filter(({ what }) => what === channel)
    const unit = channel === 'sms' ? ' segments' : ''
    const whole = own.find(({ holder }) => holder === INSTALLATION)?.used ?? 0
    const near = own.flatMap(({ holder, name, used }) => {
      const [level, id] = holder.split(':')
      if (level !== 'business' && level !== 'account') return []
      const max = ceilings[channel][level]
      return used >= max * NEAR ? [`${settingOf(channel, level)}  ${name ?? id}  ${share(used, max, unit)}`] : []
    })
    const { installation, forCodes } = ceilings[channel]
    return [
      `${settingOf(channel, 'installation')}  ${share(whole, installation, unit)}, ${forCodes} for codes alone`,
      ...near,
    ]
  })
}

function minuteLines({ installation, business }: { installation: number; business: number }, used: limits.SecondsOf[]) {
  const minutes = (seconds: number) => Math.ceil(seconds / 60)
  const whole = minutes(used.reduce((sum, { seconds }) => sum + seconds, 0))
  return [
    `OUTSIDE_MINUTES_PER_DAY  ${share(whole, installation)}`,
    ...used
      .filter(({ seconds }) => seconds >= business * 60 * NEAR)
      .map(
        ({ name, businessId, seconds }) =>
          `OUTSIDE_MINUTES_PER_BUSINESS  ${name ?? businessId}  ${share(minutes(seconds), business)}`,
      ),
  ]
}
