import { NAME_MAX, TITLE_MIN } from '#contract/common.ts'
import { FOLLOW_UP_DELAY_MAX, type StatusFollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { askOf } from '#contract/leads/lead-status.ts'
import type { OwnStatus } from '#contract/leads/statuses.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'
import type { NewStatusInput, StatusChangesInput } from './statuses.api.ts'

/** Form values; `asksIt`: the status shows the prompt that its type allows. */
export type StatusFields = Pick<OwnStatus, 'nameHe' | 'nameEn' | 'hue' | 'type' | 'campaignIds' | 'isDefault'> & {
  asksIt: boolean
  /** An empty action: the status creates no follow-up. */
  followUp: { action: StatusFollowUp['action'] | ''; count: number | ''; unit: DelayUnit; note: string }
}

/** Units of a delay, in minutes; a delay is shown in the largest that divides it. */
export const delayUnits = { days: 1_440, hours: 60, minutes: 1 } as const
export type DelayUnit = keyof typeof delayUnits
const unitOf = (minutes: number): DelayUnit =>
  minutes % delayUnits.days === 0 ? 'days' : minutes % delayUnits.hours === 0 ? 'hours' : 'minutes'
const noFollowUp: StatusFields['followUp'] = { action: '', count: 1, unit: 'days', note: '' }
function shownFollowUp(followUp: StatusFollowUp | null): StatusFields['followUp'] {
  if (!followUp) return noFollowUp
  const unit = unitOf(followUp.minutes)
  return { action: followUp.action, count: followUp.minutes / delayUnits[unit], unit, note: followUp.note }
}
const minutesOf = ({ count, unit }: StatusFields['followUp']) => Math.round(Number(count) * delayUnits[unit])

export const emptyStatus: StatusFields = {
  nameHe: '',
  nameEn: '',
  hue: 'sky',
  type: 'Ongoing',
  campaignIds: null,
  isDefault: false,
  asksIt: true,
  followUp: noFollowUp,
}
export const valuesOf = ({
  nameHe,
  nameEn,
  hue,
  type,
  campaignIds,
  isDefault,
  asks,
  followUp,
}: OwnStatus): StatusFields => ({
  nameHe,
  nameEn,
  hue,
  type,
  campaignIds,
  isDefault,
  asksIt: asks !== null,
  followUp: shownFollowUp(followUp),
})

const isDelay = (minutes: number) => minutes >= 1 && minutes <= FOLLOW_UP_DELAY_MAX

export function problemsOf({ nameHe, nameEn, campaignIds, followUp }: StatusFields) {
  const say = (key: string, limit?: number) => i18n.t(key, { ns: 'errors', limit })
  const wrong = (name: string) => {
    const { length } = name.trim()
    if (length === 0) return say('required_field')
    if (length < TITLE_MIN) return say('too_short', TITLE_MIN)
    return length > NAME_MAX ? say('too_long', NAME_MAX) : null
  }
  return {
    nameHe: wrong(nameHe),
    nameEn: wrong(nameEn),
    campaignIds: campaignIds?.length === 0 ? say('required_field') : null,
    'followUp.count': followUp.action && !isDelay(minutesOf(followUp)) ? say('invalid_value') : null,
    'followUp.note': followUp.action === 'None' && !followUp.note.trim() ? say('required_field') : null,
  }
}

const toSend = ({ nameHe, nameEn, hue, type, campaignIds, asksIt, followUp }: StatusFields) => ({
  nameHe: nameHe.trim(),
  nameEn: nameEn.trim(),
  hue,
  type,
  asks: asksIt ? (askOf[type] ?? null) : null,
  campaignIds,
  followUp: followUp.action
    ? { action: followUp.action, minutes: minutesOf(followUp), note: followUp.note.trim() }
    : null,
})

export const inputOf = (fields: StatusFields): NewStatusInput => ({
  ...toSend(fields),
  isDefault: fields.isDefault,
})

/** Changed fields, with their initial values as `expected`. */
export function changedIn(seen: StatusFields, now: StatusFields): StatusChangesInput {
  const [before, after] = [toSend(seen), toSend(now)]
  return {
    ...changedFields(after, before),
    ...(now.isDefault && !seen.isDefault && { isDefault: true as const }),
    expected: changedFields(before, after),
  }
}

export const hasChanges = ({ expected, ...changes }: StatusChangesInput) => Object.keys(changes).length > 0
