import { z } from 'zod'
import { maybeConfirmation } from './auth/confirmation.ts'
import { Done, email, id, line, NAME_MAX, time } from './common.ts'
import { LeadStatus } from './leads/lead-status.ts'
import type { Role } from './roles.ts'
import { route } from './route.ts'
import { phoneInput } from './team/users.ts'
import { publicTitle } from './values/name-rules.ts'

/** A business as its members see it in the selector and the header. */
export const Business = z.object({
  _id: id,
  name: z.string(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  /** When nothing of it is left, unless an Owner reopens it before; null: it is open. */
  closesAt: time.nullable(),
})
export type Business = z.output<typeof Business>

/** עוסק פטור, עוסק מורשה, חברה, עמותה. */
export const businessTypes = ['exempt', 'licensed', 'company', 'nonprofit'] as const
/** Lines of business that have a name in both languages; any other is shown as it was typed. */
export const linesOfBusiness = [
  'renovation',
  'real_estate',
  'home_design',
  'health',
  'beauty',
  'education',
  'law',
  'finance',
  'insurance',
  'automotive',
  'retail',
  'food',
  'events',
  'travel',
  'technology',
  'marketing',
] as const
export const ADDRESS_MAX = 100
/** So long a closed business can be read, and reopened. */
export const CLOSING_DAYS = 30

/**
 * Whether nine digits are a number of a business, a company or a person in Israel: every second digit is doubled, the
 * digits of all are summed, and the sum ends in 0.
 */
export function isCompanyNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, i) => {
    const weighed = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
/** Spaces and hyphens between the digits are how people write it. */
const companyNumber = line(20, 1)
  .overwrite((text) => text.replace(/[\s-]/g, ''))
  .refine((text) => text === '' || isCompanyNumber(text), 'invalid_company_number')

export const DEFAULT_COUNTRY = 'IL'
/** ISO 3166-1, two letters: a country that has a name. */
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined

/** Optional details of a business; null: not given. */
const BusinessParticulars = z.object({
  brandName: z.string().nullable(),
  businessType: z.enum(businessTypes).nullable(),
  companyNumber: z.string().nullable(),
  /** One of `linesOfBusiness`, or free text. */
  primaryLineOfBusiness: z.string().nullable(),
  address: z.object({ city: z.string().nullable(), street: z.string().nullable() }),
  /** ISO 3166, two letters. */
  country: z.string(),
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
})
export const BusinessDetails = Business.extend(BusinessParticulars.shape).extend({
  createdAt: time,
  /** Members are let in with a second factor only. */
  requiresTwoFactor: z.boolean(),
  /** Affiliates are shown phones and e-mails of leads masked. */
  masksContacts: z.boolean(),
  /** Writers and Readers of a campaign read the leads alone that are assigned to them. */
  ownLeadsOnly: z.boolean(),
})
export type BusinessDetails = z.output<typeof BusinessDetails>

/** Only the name is needed; null empties a field. */
export const NewBusiness = z.object({
  name: publicTitle,
  brandName: line(NAME_MAX, 1).nullish(),
  businessType: z.enum(businessTypes).nullish(),
  companyNumber: companyNumber.nullish(),
  primaryLineOfBusiness: line(NAME_MAX, 1).nullish(),
  address: z
    .object({ city: line(ADDRESS_MAX, 1).nullish(), street: line(ADDRESS_MAX, 1).nullish() })
    .refine(({ city, street }) => city !== undefined || street !== undefined, 'required')
    .optional(),
  country: z.string().refine(isCountry, 'invalid_value').optional(),
  contactName: line(NAME_MAX).nullish(),
  phone: phoneInput.nullish(),
  email: email.nullish(),
})
export type NewBusiness = z.output<typeof NewBusiness>
/** What is left out stays as it is. */
export const BusinessChanges = NewBusiness.extend({ masksContacts: z.boolean(), ownLeadsOnly: z.boolean() }).partial()
export type BusinessChanges = z.output<typeof BusinessChanges>

/** The role of an Owner who hands ownership over. Only the operator grants Admin. */
export const rolesAfterTransfer = ['Owner', 'Lead', 'Writer', 'Reader'] as const satisfies readonly Role[]

export const businessRoutes = {
  create: route({
    method: 'POST',
    path: '/business',
    access: 'user',
    summary: 'Create a business; the caller becomes its Owner',
    body: NewBusiness,
    reply: z.object({ success: z.literal(true), business: Business }),
    status: () => 201,
  }),
  get: route({
    method: 'GET',
    path: '/business',
    access: 'None',
    summary: 'The current business with its lead statuses',
    reply: z.object({
      success: z.literal(true),
      business: BusinessDetails,
      statuses: z.array(LeadStatus),
    }),
  }),
  change: route({
    method: 'PATCH',
    path: '/business',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Change what is known of the current business',
    body: BusinessChanges,
    reply: z.object({ success: z.literal(true), business: BusinessDetails }),
  }),
  transfer: route({
    method: 'POST',
    path: '/business/owner',
    access: 'Owner',
    can: 'business.settings',
    confirms: 'always',
    summary: 'Make another active member an Owner, and stay one or step down',
    body: z.object({ userId: id, ownRole: z.enum(rolesAfterTransfer), ...maybeConfirmation }),
    reply: Done,
  }),
  close: route({
    method: 'POST',
    path: '/business/close',
    access: 'Owner',
    can: 'business.settings',
    confirms: 'always',
    summary: 'Close the business: from now on it can only be read, and in 30 days it is erased with all that is in it',
    /** Its name, typed by who closes it. */
    body: z.object({ name: line(NAME_MAX, 1), ...maybeConfirmation }),
    reply: z.object({ success: z.literal(true), closesAt: time }),
  }),
  reopen: route({
    method: 'POST',
    path: '/business/reopen',
    access: 'Owner',
    can: 'business.settings',
    whileClosing: true,
    summary: 'Take back the closing of the business, until it is erased',
    reply: Done,
  }),
}
