import { useTranslation } from 'react-i18next'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { importTargets, newOnlyTargets, type ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'

const mappedTypes: readonly string[] = ['choice', 'choices', 'yes_no']

/** What a column may hold, in groups, and what can be said of it. */
export function useTargets(businessId: string) {
  const { t } = useTranslation('leads')
  const { t: sheets } = useTranslation('lead-sheets')
  const { fields } = useOwnFields(businessId)
  const builtIn = importTargets.map((value) => ({
    value,
    label: value === 'id' || value === 'message' ? sheets(`columns.${value}`) : t(`columns.${value}`),
  }))
  const own = fields.map((field) => ({ value: ownFieldName(field.key), label: nameOf(field) }))
  const isNewOnly = ({ value }: { value: string }) => newOnlyTargets.includes(value)
  const groups = [
    { group: sheets('import.groups.lead'), items: builtIn.filter((one) => !isNewOnly(one)) },
    { group: sheets('import.groups.own'), items: own },
    { group: sheets('import.groups.new'), items: builtIn.filter(isNewOnly) },
  ]
  /** Texts in the column stand for something that is chosen. */
  const isMapped = (target: ShownImportTarget | null) =>
    target === 'status' ||
    target === 'campaign' ||
    target === 'assignedTo' ||
    fields.some(({ key, type }) => ownFieldName(key) === target && mappedTypes.includes(type))
  const isDated = (target: ShownImportTarget | null) =>
    target === 'date' || fields.some(({ key, type }) => ownFieldName(key) === target && type === 'date')
  const nameOfTarget = (target: ShownImportTarget) =>
    [...builtIn, ...own].find(({ value }) => value === target)?.label ?? target
  return { groups: groups.filter(({ items }) => items.length > 0), isMapped, isDated, nameOfTarget }
}
