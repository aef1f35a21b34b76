import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { Loader } from '../ui/feedback/loader.tsx'
import { Crash } from './crash.tsx'
import { Frame } from './frame.tsx'
import { guard, leadTo } from './guard.ts'
import { HomePage } from './pages/home-page.tsx'

const NotFound = lazyRouteComponent(() => import('./pages/not-found.tsx'), 'NotFound')

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: (asked) => guard(asked as never),
  component: Frame,
  notFoundComponent: NotFound,
})
const home = () => {
  throw leadTo(paths.dashboard)
}
const under = (path: string) => ({ getParentRoute: () => root, path })

const signedOut = { staticData: { bare: true } } as const
const start = createRoute({ ...under('/'), staticData: { access: 'user' }, beforeLoad: home })
const main = createRoute({ ...under('/main'), staticData: { access: 'user' }, beforeLoad: home })
const dashboard = createRoute({
  ...under('/dashboard'),
  staticData: { access: 'user', inBusiness: true },
  component: HomePage,
})
const privacy = createRoute({
  ...under('/privacy-policy'),
  component: lazyRouteComponent(() => import('./pages/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
})
const login = createRoute({
  ...under('/auth/login'),
  ...signedOut,
  component: lazyRouteComponent(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
})
const register = createRoute({
  ...under('/auth/register'),
  ...signedOut,
  component: lazyRouteComponent(() => import('../features/auth/register-page.tsx'), 'RegisterPage'),
})
const recoverPassword = createRoute({
  ...under('/auth/recover-password'),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('../features/auth/recover-password-page.tsx'), 'RecoverPasswordPage'),
})
const google = createRoute({
  ...under(paths.google),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('../features/auth/google-page.tsx'), 'GooglePage'),
})
const verifyPhone = createRoute({
  ...under('/auth/verify-phone'),
  staticData: { access: 'user', bare: true, pending: true },
  component: lazyRouteComponent(() => import('../features/auth/verify-phone-page.tsx'), 'VerifyPhonePage'),
})
const createBusiness = createRoute({
  ...under('/business/create'),
  staticData: { access: 'user' },
  component: lazyRouteComponent(() => import('../features/businesses/create-business-page.tsx'), 'CreateBusinessPage'),
})

const confirmEmail = createRoute({
  ...under('/auth/confirm-email'),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('../features/auth/confirm-email-page.tsx'), 'ConfirmEmailPage'),
})
const invitation = createRoute({
  ...under('/invitation/$id/$token'),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('./pages/invitation-page.tsx'), 'InvitationPage'),
})
const join = createRoute({
  ...under('/join/$key'),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('./pages/join-page.tsx'), 'JoinPage'),
})
const recipient = createRoute({
  ...under('/u/$token'),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('./pages/recipient-page.tsx'), 'RecipientPage'),
})
const ownPage = {
  staticData: { access: 'user', pending: true },
  component: lazyRouteComponent(() => import('./pages/own-profile.tsx'), 'OwnProfile'),
} as const
const profile = createRoute({ ...under('/user/settings/profile'), ...ownPage })
// Specification, section 2: it shows the profile too.
const shifts = createRoute({ ...under('/user/settings/shifts'), ...ownPage })
const ownNotifications = createRoute({
  ...under('/user/settings/notifications'),
  staticData: { access: 'user', inBusiness: true },
  component: lazyRouteComponent(
    () => import('../features/notification-settings/own-settings-page.tsx'),
    'OwnSettingsPage',
  ),
})
const typography = createRoute({
  ...under('/typography'),
  staticData: { access: 'user' },
  component: lazyRouteComponent(() => import('./typography/typography-page.tsx'), 'TypographyPage'),
})

const devPhones = createRoute({
  ...under('/dev/phones'),
  staticData: { unframed: true },
  component: lazyRouteComponent(() => import('./dev-phones/dev-phones-page.tsx'), 'DevPhonesPage'),
})

const business = createRoute({ ...under('/b/$businessId'), staticData: { access: 'user', inBusiness: true } })
const inBusiness = (path: string) => ({ getParentRoute: () => business, path })
const leadsPage = lazyRouteComponent(() => import('../features/leads/list/leads-page.tsx'), 'LeadsPage')
const allLeads = createRoute({ ...inBusiness('/leads/all'), component: leadsPage })
const leads = createRoute({ ...inBusiness('/c/$campaignId/leads'), component: leadsPage })
const allCards = createRoute({ ...inBusiness('/leads/cards/all'), component: leadsPage })
const cards = createRoute({ ...inBusiness('/c/$campaignId/cards'), component: leadsPage })
const leadsAsCards = createRoute({ ...inBusiness('/c/$campaignId/leads/cards'), component: leadsPage })
const lead = createRoute({
  ...inBusiness('/c/$campaignId/leads/$leadId'),
  component: lazyRouteComponent(() => import('./pages/lead-with-calls.tsx'), 'LeadWithCalls'),
})
const callsPage = {
  staticData: { access: 'Owner', orHearsCalls: true },
  component: lazyRouteComponent(() => import('../features/calls/list/calls-page.tsx'), 'CallsPage'),
} as const
const allCalls = createRoute({ ...inBusiness('/calls/all'), ...callsPage })
const calls = createRoute({ ...inBusiness('/c/$campaignId/calls'), ...callsPage })
const campaigns = createRoute({
  ...inBusiness('/campaigns'),
  staticData: { access: 'Reader' },
  component: lazyRouteComponent(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
})
const createCampaign = createRoute({
  ...inBusiness('/create-campaign'),
  component: lazyRouteComponent(
    () => import('../features/campaigns/edit/create-campaign-page.tsx'),
    'CreateCampaignPage',
  ),
})
const editCampaign = createRoute({
  ...inBusiness('/c/$campaignId/edit'),
  component: lazyRouteComponent(() => import('../features/campaigns/edit/edit-campaign-page.tsx'), 'EditCampaignPage'),
})
const businessInfo = createRoute({
  ...inBusiness('/settings/profile'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('../features/businesses/business-info-page.tsx'), 'BusinessInfoPage'),
})
const waitingList = createRoute({
  ...inBusiness('/waiting-list'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('../features/waiting-list/waiting-page.tsx'), 'WaitingPage'),
})
const users = createRoute({
  ...inBusiness('/users'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('./pages/team-page.tsx'), 'TeamPage'),
})
const forms = createRoute({
  ...inBusiness('/c/$campaignId/forms'),
  component: lazyRouteComponent(() => import('../features/forms/forms-page.tsx'), 'FormsPage'),
})
const formEditor = lazyRouteComponent(() => import('../features/forms/form-editor-page.tsx'), 'FormEditorPage')
const newForm = createRoute({ ...inBusiness('/c/$campaignId/forms/new'), component: formEditor })
const form = createRoute({ ...inBusiness('/c/$campaignId/forms/$formId'), component: formEditor })
const operations = createRoute({
  ...inBusiness('/operations'),
  component: lazyRouteComponent(() => import('../features/operations/operations-page.tsx'), 'OperationsPage'),
})
const blacklist = createRoute({
  ...inBusiness('/settings/blacklist'),
  component: lazyRouteComponent(() => import('../features/blacklist/blacklist-page.tsx'), 'BlacklistPage'),
})
const leadStatuses = createRoute({
  ...inBusiness('/settings/leads-statuses'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('../features/statuses/statuses-page.tsx'), 'StatusesPage'),
})
const apiKeys = createRoute({
  ...inBusiness('/settings/api-keys'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('../features/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const notificationSettings = createRoute({
  ...inBusiness('/settings/notifications'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(
    () => import('../features/notification-settings/business-settings-page.tsx'),
    'BusinessSettingsPage',
  ),
})
const privacySettings = createRoute({
  ...inBusiness('/settings/privacy'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
})
const audit = createRoute({
  ...inBusiness('/settings/audit'),
  staticData: { access: 'Owner' },
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
})
const numbers = createRoute({
  ...inBusiness('/settings/numbers'),
  component: lazyRouteComponent(() => import('../features/numbers/numbers-page.tsx'), 'NumbersPage'),
})
const number = createRoute({
  ...inBusiness('/settings/numbers/$numberId'),
  component: lazyRouteComponent(() => import('../features/numbers/number-page.tsx'), 'NumberPage'),
})

const routeTree = root.addChildren([
  start,
  main,
  dashboard,
  privacy,
  login,
  register,
  recoverPassword,
  google,
  verifyPhone,
  createBusiness,
  typography,
  devPhones,
  confirmEmail,
  invitation,
  join,
  recipient,
  profile,
  shifts,
  ownNotifications,
  business.addChildren([
    allLeads,
    allCards,
    leads,
    cards,
    leadsAsCards,
    lead,
    allCalls,
    calls,
    campaigns,
    createCampaign,
    editCampaign,
    businessInfo,
    users,
    waitingList,
    forms,
    newForm,
    form,
    operations,
    leadStatuses,
    apiKeys,
    notificationSettings,
    audit,
    privacySettings,
    numbers,
    number,
    blacklist,
  ]),
])

/** `history` is the browser's, unless a test brings its own. */
export const makeRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: Loader,
    scrollRestoration: true,
  })
