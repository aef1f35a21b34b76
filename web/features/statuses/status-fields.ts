import { NAME_MAX, TITLE_MIN } from '#contract/common.ts'
import { askOf, type LeadStatus } from '#contract/leads/lead-status.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'
import type { NewStatusInput, StatusChangesInput } from './statuses.api.ts'

/** Form values; `asksIt`: the status shows the prompt that its type allows. */
export type StatusFields = Pick<LeadStatus, 'nameHe' | 'nameEn' | 'hue' | 'type' | 'campaignIds' | 'isDefault'> & {
  asksIt: boolean
}

export const emptyStatus: StatusFields = {
  nameHe: '',
  nameEn: '',
  hue: 'sky',
  type: 'Ongoing',
  campaignIds: null,
  isDefault: false,
  asksIt: true,
}
export const valuesOf = ({ nameHe, nameEn, hue, type, campaignIds, isDefault, asks }: LeadStatus): StatusFields => ({
  nameHe,
  nameEn,
  hue,
  type,
  campaignIds,
  isDefault,
  asksIt: asks !== null,
})

export function problemsOf({ nameHe, nameEn, campaignIds }: StatusFields) {
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
  }
}

const toSend = ({ nameHe, nameEn, hue, type, campaignIds, asksIt }: StatusFields) => ({
  nameHe: nameHe.trim(),
  nameEn: nameEn.trim(),
  hue,
  type,
  asks: asksIt ? (askOf[type] ?? null) : null,
  campaignIds,
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
