/** Sources of leads. They are separate from the routes, which most pages do not load. */

/** Maximum length of a source. */
export const SOURCE_MAX = 50
/** Sources with a localized name and an icon; any other is shown verbatim. */
export const knownSources = [
  'google_ads',
  'meta',
  'website',
  'booking',
  'call',
  'sms',
  'whatsapp',
  'email',
  'manual',
  'api',
] as const

export const utmFields = ['source', 'medium', 'campaign', 'content', 'term'] as const
export const clickIdFields = ['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'] as const
