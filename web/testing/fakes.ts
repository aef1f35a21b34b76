import type { authRoutes } from '#contract/auth/auth.ts'
import type { BusinessDetails } from '#contract/businesses.ts'
import type { CampaignWithCalls } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import type { RouteReply } from '#contract/route.ts'
import type { CampaignLink } from '#contract/values/links.ts'

type Session = RouteReply<typeof authRoutes.getCurrentUser>

export const USER_ID = '018f0000-0000-7000-8000-000000000001'
export const BUSINESS_ID = '018f0000-0000-7000-8000-000000000002'
export const CAMPAIGN_ID = '018f0000-0000-7000-8000-000000000003'

/** A signed-in person with one business. */
export const aSession = ({ role = 'Owner', ...changes }: { role?: Role } & Partial<Session> = {}): Session => ({
  success: true,
  user: {
    _id: USER_ID,
    name: 'שירה בן־דוד',
    image: null,
    email: 'shira@alon-reno.test',
    phone: '+972724440001',
    status: 'Active',
    userLanguage: 'en',
    leadView: 'table',
    callsFrom: null,
    lastBusinessId: BUSINESS_ID,
    tableViews: {},
  },
  businesses: [
    {
      business: {
        _id: BUSINESS_ID,
        name: 'אלון שיפוצים ובנייה',
        email: 'office@alon-reno.test',
        image: null,
        closesAt: null,
      },
      businessId: BUSINESS_ID,
      role,
    },
  ],
  supportUrl: 'mailto:support@leadline.test',
  livePosition: '7-00000000-0000-4000-8000-000000000001',
  ...changes,
})

/** A business with only its name set. */
export const aBusiness = (changes: Partial<BusinessDetails> = {}): BusinessDetails => ({
  _id: BUSINESS_ID,
  name: 'אלון שיפוצים ובנייה',
  email: null,
  image: null,
  closesAt: null,
  brandName: null,
  brandColor: null,
  privacyUrl: null,
  businessType: null,
  companyNumber: null,
  primaryLineOfBusiness: null,
  address: { city: null, street: null },
  country: 'IL',
  contactName: null,
  phone: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  requiresTwoFactor: false,
  masksContacts: false,
  ownLeadsOnly: false,
  ...changes,
})

export const aCampaign = (changes: Partial<CampaignWithCalls> = {}): CampaignWithCalls => ({
  _id: CAMPAIGN_ID,
  name: 'מטבחים – Google',
  image: null,
  businessId: [BUSINESS_ID],
  responseTarget: 30,
  business_id: BUSINESS_ID,
  email: null,
  links: [],
  tags: ['Q4'],
  startDate: '2025-10-01',
  endDate: '2026-01-31',
  notes: '',
  isEnabled: true,
  state: null,
  emailNotifications: [],
  smsNotifications: [],
  virtualNumber: null,
  numbers: [],
  facebookCampaignId: null,
  role: 'Owner',
  userCount: 3,
  leadsCount: 1284,
  leads: [],
  totalSales: 12_680_000,
  calls: { total: 374, answered: 287, answeredShare: 0.82 },
  createdAt: '2025-09-14T09:12:00.000Z',
  ...changes,
})

export const aStoredLink: CampaignLink = {
  _id: '018f0000-0000-7000-8000-0000000000a1',
  url: 'https://alon.example/kitchens',
  label: 'Site',
  source: 'google',
  utm: { source: 'google', medium: 'cpc' },
  target: 'https://alon.example/kitchens?utm_source=google&utm_medium=cpc',
  shortUrl: 'https://leads.example.test/l/abcdefgh',
  clicks: 1204,
}
