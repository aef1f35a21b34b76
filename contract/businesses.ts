import { z } from 'zod'
import { maybeConfirmation } from './auth/confirmation.ts'
import { Done, email, id, line, NAME_MAX, time } from './common.ts'
import { LeadStatus } from './leads/lead-status.ts'
import type { Role } from './roles.ts'
import { route } from './route.ts'
import { phoneInput } from './team/users.ts'
import { isCompanyNumber } from './values/company-number.ts'
import { webAddress } from './values/links.ts'
import { publicTitle } from './values/name-rules.ts'

/** A business as shown in the selector and the header. */
export const Business = z.object({
  _id: id,
  name: z.string(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  /**
   * When the data of a closed business will be erased, unless an Owner reopens it; null if the business is not closed.
   */
  closesAt: time.nullable(),
})
export type Business = z.output<typeof Business>

/**
 * Legal forms in Israel: VAT-exempt dealer (עוסק פטור), VAT-registered dealer (עוסק מורשה), company (חברה), nonprofit
 * association (עמותה).
 */
export const businessTypes = ['exempt', 'licensed', 'company', 'nonprofit'] as const
/** Lines of business with a translated name; any other value is free text. */
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
/** Days during which a closed business can still be read and reopened. */
export const CLOSING_DAYS = 30

/** A company number. Spaces and hyphens between the digits are removed. */
const companyNumber = line(20, 1)
  .overwrite((text) => text.replace(/[\s-]/g, ''))
  .refine((text) => text === '' || isCompanyNumber(text), 'invalid_company_number')

export const DEFAULT_COUNTRY = 'IL'
/** Whether a two-letter code is an ISO 3166-1 country. */
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined

/** A colour of the web: `#3642b5`. */
const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'invalid_color')

/** Optional details of a business; null: not given. */
const BusinessParticulars = z.object({
  brandName: z.string().nullable(),
  businessType: z.enum(businessTypes).nullable(),
  companyNumber: z.string().nullable(),
  /** A key of `linesOfBusiness`, or free text. */
  primaryLineOfBusiness: z.string().nullable(),
  address: z.object({ city: z.string().nullable(), street: z.string().nullable() }),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  /** Colour of its public pages; their texts stay readable on any. */
  brandColor: z.string().nullable(),
  /** Address of its own privacy policy, which its public pages link to. */
  privacyUrl: z.string().nullable(),
})
export const BusinessDetails = Business.extend(BusinessParticulars.shape).extend({
  createdAt: time,
  /** Whether members must use a second factor to access the business. */
  requiresTwoFactor: z.boolean(),
  /** Whether Affiliates see the phones and email addresses of leads masked. */
  masksContacts: z.boolean(),
  /** Whether Writers and Readers of a campaign see only the leads assigned to them. */
  ownLeadsOnly: z.boolean(),
})
export type BusinessDetails = z.output<typeof BusinessDetails>

/** Only the name is required; null clears a field. */
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
  brandColor: color.nullish(),
  privacyUrl: webAddress.nullish(),
})
export type NewBusiness = z.output<typeof NewBusiness>
/** Omitted fields stay unchanged. */
export const BusinessChanges = NewBusiness.extend({ masksContacts: z.boolean(), ownLeadsOnly: z.boolean() }).partial()
export type BusinessChanges = z.output<typeof BusinessChanges>

/**
 * Roles that the former Owner can have after a transfer of ownership. Admin is not among them, because only the
 * operator grants it.
 */
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
    /** The business's name, typed as confirmation. */
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
