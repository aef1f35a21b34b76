/** Apart from the shapes, because every page of the web app loads the events, which name these. */
export const messageChannels = ['sms', 'email', 'whatsapp'] as const
/** Service answers an enquiry, a meeting or a document; advertising needs consent and says what it is. */
export const messagePurposes = ['service', 'advertising'] as const
/** Where a consent or a withdrawal came from. `person`: a member entered it. */
export const consentSources = ['form', 'import', 'api', 'person', 'reply', 'link'] as const
export const consentActs = ['given', 'withdrawn'] as const
