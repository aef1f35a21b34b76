import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import {
  FIELD_DECIMALS_MAX,
  type FieldOption,
  type FieldValue,
  type FieldValues,
  isFieldOf,
  MASKED_VALUE,
  type OwnField,
} from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { isMasked } from '#contract/values/masks.ts'
import { call } from '../../lib/http/call.ts'
import { formatDate, formatMoney } from '../../lib/i18n/format.ts'
import { currentLanguage, i18n } from '../../lib/i18n/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** The business's own lead fields in their order, including archived ones. */
export const ownFieldsQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.leadFields(businessId),
    queryFn: () => call(leadFieldRoutes.list),
    staleTime: 60_000,
  })

type Named = { nameHe: string; nameEn: string }
/** Name in the reader's language. */
export const nameOf = ({ nameHe, nameEn }: Named) => (currentLanguage() === 'he' ? nameHe : nameEn)
/** Name in the other language. */
export const otherNameOf = ({ nameHe, nameEn }: Named) => (currentLanguage() === 'he' ? nameEn : nameHe)

/** The properties of a field that decide how its values are shown. */
type Shown = Pick<OwnField, 'type' | 'options' | 'unit'>

/** The own fields that screens of leads show, in their order; empty while loading. */
export function useOwnFields(businessId: string) {
  const { data, isPending } = useQuery(ownFieldsQuery(businessId))
  const fields = useMemo(() => data?.fields.filter(({ isArchived }) => !isArchived) ?? [], [data])
  return { fields, isPending }
}

/** Those of a campaign's leads. */
export const fieldsIn = (fields: readonly OwnField[], campaignId: string) =>
  fields.filter((field) => isFieldOf(field, campaignId))

/** Options that can be chosen, and those that a value already has. */
export const choicesOf = (options: readonly FieldOption[], chosen: readonly string[] = []) =>
  options
    .filter(({ key, replacedBy }) => replacedBy === undefined || chosen.includes(key))
    .map((option) => ({ value: option.key, label: nameOf(option) }))

const yesNo = (value: boolean) => i18n.t(value ? 'yes' : 'no')

/** A value as text in the reader's language. */
export function textOfValue({ type, options, unit }: Shown, value: FieldValue): string {
  if (value === MASKED_VALUE) return value
  const optionName = (key: string) => {
    const option = options.find((one) => one.key === key)
    return option ? nameOf(option) : key
  }
  if (Array.isArray(value)) return value.map(optionName).join(', ')
  if (typeof value === 'boolean') return yesNo(value)
  if (typeof value === 'number') {
    if (type === 'money') return formatMoney(value)
    return unit ? `${decimal.format(value)} ${unit}` : decimal.format(value)
  }
  if (type === 'date') return formatDate(value)
  return type === 'choice' ? optionName(value) : value
}

const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: FIELD_DECIMALS_MAX })

/** Members who see masked contacts may not change own fields. */
export const hidesContacts = ({ phone, email, fields }: Pick<Lead, 'phone' | 'email' | 'fields'>) =>
  isMasked(phone ?? '') || isMasked(email ?? '') || Object.values(fields).includes(MASKED_VALUE)

/** Fields that a person must fill before a lead of the campaign can get the status. */
export const missingAt = (
  fields: readonly OwnField[],
  { campaignId, fields: values }: { campaignId: string; fields: FieldValues },
  statusId: string,
) =>
  fieldsIn(fields, campaignId).filter(
    ({ key, requiredAt }) => requiredAt.includes(statusId) && values[key] === undefined,
  )
