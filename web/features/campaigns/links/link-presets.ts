import type { aLink } from '../edit/campaign-form.ts'

/** Where links are usually put, with the UTM that advertisers and reports expect of them. */
export const linkPresets = [
  { key: 'google', utm: { source: 'google', medium: 'cpc' } },
  { key: 'facebook', utm: { source: 'facebook', medium: 'paid_social' } },
  { key: 'instagram', utm: { source: 'instagram', medium: 'paid_social' } },
  { key: 'whatsapp', utm: { source: 'whatsapp', medium: 'social' } },
  { key: 'newsletter', utm: { source: 'newsletter', medium: 'email' } },
  { key: 'sms', utm: { source: 'sms', medium: 'sms' } },
  { key: 'print', utm: { source: 'print', medium: 'qr' } },
] as const satisfies readonly { key: string; utm: NonNullable<Parameters<typeof aLink>[0]>['utm'] }[]

/** Offered while one types; anything else may be typed. */
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

/** A campaign's name as reports like it: one word in small letters. */
export const utmCampaignOf = (name: string) =>
  name
    .trim()
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
