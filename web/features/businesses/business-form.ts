import type { UseFormReturnType } from '@mantine/form'
import {
  type BusinessChanges,
  type BusinessDetails,
  DEFAULT_COUNTRY,
  type linesOfBusiness,
  NewBusiness,
} from '#contract/businesses.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { filled, rulesOf } from '../../lib/http/form-errors.ts'
import type { ChosenImage } from '../../ui/forms/image-choice.tsx'
import { phoneRule } from '../../ui/forms/phone-rule.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'

/** Form values of a business: unknown is an empty string. */
export type BusinessValues = {
  name: string
  brandName: string
  businessType: string
  companyNumber: string
  /** A key of the translated list, or free text. */
  primaryLineOfBusiness: (typeof linesOfBusiness)[number] | (string & {})
  contactName: string
  phone: string
  email: string
  city: string
  street: string
  country: string
  /** `#3642b5` */
  brandColor: string
  privacyUrl: string
  /** Image of a business that is not created yet. */
  image: ChosenImage | null
}
export type BusinessForm = UseFormReturnType<BusinessValues>

export const emptyBusiness: BusinessValues = {
  name: '',
  brandName: '',
  businessType: '',
  companyNumber: '',
  primaryLineOfBusiness: '',
  contactName: '',
  phone: '',
  email: '',
  city: '',
  street: '',
  country: DEFAULT_COUNTRY,
  brandColor: '',
  privacyUrl: '',
  image: null,
}

export const valuesOf = ({ address, ...business }: BusinessDetails): BusinessValues => ({
  name: business.name,
  brandName: business.brandName ?? '',
  businessType: business.businessType ?? '',
  companyNumber: business.companyNumber ?? '',
  primaryLineOfBusiness: business.primaryLineOfBusiness ?? '',
  contactName: business.contactName ?? '',
  phone: business.phone ? formatPhone(business.phone) : '',
  email: business.email ?? '',
  city: address.city ?? '',
  street: address.street ?? '',
  country: business.country,
  brandColor: business.brandColor ?? '',
  privacyUrl: business.privacyUrl ?? '',
  image: null,
})

type NewInput = Pick<BusinessValues, 'name'> & BusinessChanges

/** Input for a new business: empty fields are left out. */
export function inputOf({ name, image: _, city, street, ...others }: BusinessValues): NewInput {
  const address = filled({ city, street })
  const { country, ...rest } = others
  return {
    name,
    ...(filled(rest) as BusinessChanges),
    ...(Object.keys(address).length > 0 && { address }),
    ...(country !== DEFAULT_COUNTRY && { country }),
  }
}

/** Changed fields only, so that other people's changes are kept; emptied fields are null. */
export function changesIn(values: BusinessValues, before: BusinessValues): BusinessChanges {
  const { image: _, ...changed } = changedFields(values, before)
  const { city, street, ...others } = Object.fromEntries(
    Object.entries(changed).map(([name, text]) => [name, text.trim() || null]),
  )
  const address = { ...(city !== undefined && { city }), ...(street !== undefined && { street }) }
  return {
    ...others,
    ...(Object.keys(address).length > 0 && { address }),
    // The name is required, so it is sent even if empty: the form's rules report it beside the field.
    ...(changed.name !== undefined && { name: values.name }),
  }
}

const rules = rulesOf(NewBusiness)
const fieldOf = (path: string) => path.replace(/^address\./, '')

/** The contract's rules, by the form's field names. */
export const businessRules = (values: BusinessValues): Record<string, string> =>
  besideFields({ ...phoneRule('phone', values.phone), ...rules(inputOf(values)) })

/** The contract has one `address` object, the form two fields. */
export const besideFields = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [fieldOf(path), message]))
