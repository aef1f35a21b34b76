import type { aLink } from '../edit/campaign-form.ts'

/** Common channels with their conventional UTM values. */
export const linkPresets = [
  { key: 'google', utm: { source: 'google', medium: 'cpc' } },
  { key: 'facebook', utm: { source: 'facebook', medium: 'paid_social' } },
  { key: 'instagram', utm: { source: 'instagram', medium: 'paid_social' } },
  { key: 'whatsapp', utm: { source: 'whatsapp', medium: 'social' } },
  { key: 'newsletter', utm: { source: 'newsletter', medium: 'email' } },
  { key: 'sms', utm: { source: 'sms', medium: 'sms' } },
  { key: 'print', utm: { source: 'print', medium: 'qr' } },
] as const satisfies readonly { key: string; utm: NonNullable<Parameters<typeof aLink>[0]>['utm'] }[]

/** Suggestions; free text is allowed. */
export const utmSources = [
  'google',
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
  'taboola',
  'outbrain',
  'whatsapp',
  'newsletter',
  'sms',
  'print',
]
export const utmMediums = [
  'cpc',
  'paid_social',
  'social',
  'display',
  'video',
  'email',
  'sms',
  'qr',
  'referral',
  'affiliate',
]

/** A campaign's name as a UTM value: lower case, one word. */
export const utmCampaignOf = (name: string) =>
  name
    .trim()
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
