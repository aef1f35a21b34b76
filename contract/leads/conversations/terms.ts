/** Error codes, rights and periods of conversations, apart from their routes because every page loads the rights. */
export const conversationErrors = {
  message_not_found: 404,
  no_phone_or_email: 409,
  channel_unavailable_to_leads: 409,
  message_not_waiting: 409,
  message_not_failed: 409,
  message_just_sent: 409,
  /** WhatsApp takes words of one's own within 24 hours of the lead's message. */
  whatsapp_window_closed: 409,
  /** Of a type or a size that the channel does not take. */
  file_not_for_channel: 409,
  consent_withdrawn: 409,
} as const
export const conversationRights = {
  /** Service messages to leads. */
  'messages.send': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  'messages.advertise': ['Owner', 'Admin', 'Lead'],
  /** An answer within the hour goes out in quiet, if the business allows it. */
  'messages.atOnce': ['Owner', 'Admin', 'Lead', 'Writer'],
  'consents.withdraw': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Entering that a person agreed, with a proof. */
  'consents.give': ['Owner', 'Admin', 'Lead'],
} as const
/** Consents and withdrawals, seven years. */
export const conversationPeriods = { consents: { unit: 'days', amount: 2_557 } } as const
