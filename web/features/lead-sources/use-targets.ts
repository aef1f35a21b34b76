import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { NONE, NOTE, type SourceChoice, sourceTargets } from '#contract/lead-sources/lead-sources.ts'
import { clickIdFields } from '#contract/leads/attribution.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { fieldsIn, nameOf, useOwnFields } from '../../shared/own-fields/own-fields.ts'
import { statusesQuery } from './lead-sources.api.ts'

const clickIds: readonly string[] = clickIdFields
const ofVisit: readonly string[] = ['landingPage', 'referrer', ...clickIdFields]

/** What a field of a request may hold, in groups, and what its texts may stand for. */
export function useTargets(businessId: string, campaignId: string) {
  const { t } = useTranslation(['lead-sources', 'leads', 'lead-sheets'])
  const { fields } = useOwnFields(businessId)
  const { data: statuses = [] } = useQuery(statusesQuery(businessId))
  const labelOf = (target: (typeof sourceTargets)[number]) => {
    if (clickIds.includes(target)) return target
    if (target === 'message') return t('columns.message', { ns: 'lead-sheets' })
    if (target === 'landingPage' || target === 'referrer') return t(target, { ns: 'leads' })
    return t(`columns.${target}`, { ns: 'leads' })
  }
  const own = fieldsIn(fields, campaignId)
  const item = (value: (typeof sourceTargets)[number]) => ({ value: value as SourceChoice, label: labelOf(value) })
  const groups = [
    {
      group: t('targets.lead'),
      items: sourceTargets.filter((target) => !ofVisit.includes(target) && !target.startsWith('utm')).map(item),
    },
    {
      group: t('targets.own'),
      items: own.map((field) => ({ value: ownFieldName(field.key) as SourceChoice, label: nameOf(field) })),
    },
    {
      group: t('targets.visit'),
      items: sourceTargets.filter((target) => ofVisit.includes(target) || target.startsWith('utm')).map(item),
    },
    { group: '', items: [NOTE, NONE].map((value) => ({ value: value as SourceChoice, label: t(`targets.${value}`) })) },
  ].filter(({ items }) => items.length > 0)

  /** What a text in a field with this target may stand for; undefined: the text is the value. */
  const optionsOf = (target: SourceChoice) => {
    if (target === 'status')
      return statuses.map(({ _id, nameHe, nameEn }) => ({
        value: _id,
        label: currentLanguage() === 'he' ? nameHe : nameEn,
      }))
    const field = own.find(({ key }) => ownFieldName(key) === target)
    return field?.type === 'choice' || field?.type === 'choices'
      ? field.options.map((option) => ({ value: option.key, label: nameOf(option) }))
      : undefined
  }
  return { groups, optionsOf }
}
