import type { Lead } from '#contract/leads/leads.ts'
import { isMasked } from '#contract/values/masks.ts'
import type { Callee } from '../../../shared/numbers/call-out.ts'

/** Phone and e-mail for links; null if missing or masked. */
export const unmaskedContact = ({ phone, email }: Pick<Lead, 'phone' | 'email'>) => ({
  phone: phone && !isMasked(phone) ? phone : null,
  email: email && !isMasked(email) ? email : null,
})

/** Whom a button that calls the lead calls. */
export const calleeOf = ({ _id, name, phone, campaignId, doNotCall }: Lead): Callee => ({
  ...{ phone, campaignId, doNotCall, leadId: _id },
  name: name || (phone ?? ''),
})
/** WhatsApp takes the international number without a plus. */
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace(/\D/g, '')}`
export const mailLink = (email: string) => `mailto:${email}`
