import type { Dashboard } from '#contract/dashboard.ts'
import { responseBuckets } from '#contract/leads/responses/responses.ts'
import { CAMPAIGN_ID } from './fakes.ts'

const none = { total: 0, previous: 0 }
const status = (nameEn: string, type: 'Open' | 'Won', total: number) => ({
  _id: `018f0000-0000-7000-8000-0000000002${type === 'Won' ? '02' : '01'}`,
  nameHe: nameEn,
  nameEn,
  hue: 'sky' as const,
  type,
  position: 0,
  isDefault: false,
  total,
  previous: total - 1,
})
/** The dashboard of a business with leads and without calls. */
export const aDashboard = (changes: Partial<Dashboard> = {}): Dashboard => ({
  period: { from: '2026-11-01', to: '2026-11-21' },
  previous: { from: '2026-10-01', to: '2026-10-21' },
  hasLeads: true,
  newLeads: { total: 1_284, previous: 1_142 },
  won: { total: 12, previous: 15 },
  conversion: { value: 0.097, previous: 0.1 },
  sales: { value: 186_000_000, previous: 0 },
  medianResponse: { value: 400, previous: 488 },
  unanswered: { total: 9, previous: 3 },
  time: {
    unit: 'day',
    units: ['day', 'week'],
    points: [
      { from: '2026-11-01', to: '2026-11-01', total: 7, previous: 5 },
      { from: '2026-11-02', to: '2026-11-02', total: 0, previous: 2 },
    ],
  },
  statuses: [status('New', 'Open', 5), status('Signed', 'Won', 12)],
  sources: [{ source: 'radio, morning', total: 7, previous: 7 }],
  campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, total: 3, previous: 0 }],
  responses: responseBuckets.map((bucket) => ({ bucket, ...(bucket === '5m' ? { total: 2, previous: 1 } : none) })),
  calls: null,
  ...changes,
})
