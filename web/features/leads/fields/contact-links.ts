import type { Lead } from '#contract/leads.ts'
import { isMasked } from '#contract/masks.ts'

/** What a lead can be reached by: what is masked leads nowhere. */
export const reachOf = ({ phone, email }: Pick<Lead, 'phone' | 'email'>) => ({
  phone: phone && !isMasked(phone) ? phone : null,
  email: email && !isMasked(email) ? email : null,
})

/** Where a tap calls, writes on WhatsApp or by mail; WhatsApp wants the international number without a plus. */
export const telLink = (phone: string) => `tel:${phone}`
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace(/\D/g, '')}`
export const mailLink = (email: string) => `mailto:${email}`
