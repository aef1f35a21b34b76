import type { Lead } from '#contract/leads/leads.ts'
import { isMasked } from '#contract/values/masks.ts'

/** Phone and e-mail for links; null if missing or masked. */
export const unmaskedContact = ({ phone, email }: Pick<Lead, 'phone' | 'email'>) => ({
  phone: phone && !isMasked(phone) ? phone : null,
  email: email && !isMasked(email) ? email : null,
})

export const telLink = (phone: string) => `tel:${phone}`
/** WhatsApp takes the international number without a plus. */
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace(/\D/g, '')}`
export const mailLink = (email: string) => `mailto:${email}`
