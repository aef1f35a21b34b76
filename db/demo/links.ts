import { newCode } from '../../server/features/links/links.rules.ts'
import { newId } from '../../server/platform/ids.ts'
import type { DemoCampaign, Source } from './campaigns.ts'

type LinkPlace = { label: string; utm: { source: string; medium: string }; share: number }

/** Where the links of each source are published. `share`: clicks per lead. */
const places: Partial<Record<Source, LinkPlace[]>> = {
  google_ads: [{ label: 'Google Ads', utm: { source: 'google', medium: 'cpc' }, share: 19 }],
  meta: [
    { label: 'מודעה בפייסבוק', utm: { source: 'facebook', medium: 'paid_social' }, share: 26 },
    { label: 'סטורי באינסטגרם', utm: { source: 'instagram', medium: 'paid_social' }, share: 17 },
  ],
  website: [{ label: 'WhatsApp', utm: { source: 'whatsapp', medium: 'social' }, share: 2 }],
  manual: [{ label: 'שלט באתר העבודה', utm: { source: 'print', medium: 'qr' }, share: 1 }],
}

/** The links of a campaign by its sources. */
export const makeLinks = (businessId: string, campaignId: string, demo: DemoCampaign) =>
  (Object.keys(demo.sources) as Source[])
    .flatMap((source) => places[source] ?? [])
    .map(({ label, utm, share }, position) => ({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      code: newCode(),
      label,
      url: demo.landingPage,
      utm: JSON.stringify({ ...utm, campaign: demo.utmCampaign }),
      position,
      clicks: demo.leads * share + position,
    }))
