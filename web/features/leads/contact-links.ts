/** Where a tap calls, writes on WhatsApp or by mail; WhatsApp wants the international number without a plus. */
export const telLink = (phone: string) => `tel:${phone}`
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace(/\D/g, '')}`
export const mailLink = (email: string) => `mailto:${email}`
