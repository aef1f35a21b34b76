import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import type { authRoutes } from '#contract/auth/auth.ts'
import { roles } from '#contract/roles.ts'
import type { Access, RouteReply } from '#contract/route.ts'
import { loadCode, untilConnected } from '../lib/code/load-code.ts'
import { ApiError } from '../lib/http/call.ts'
import { i18n } from '../lib/i18n/i18n.ts'
import { takeLanguageOf } from '../lib/i18n/language.ts'
import { campaignSelectedBy, isOwnPath, leadsLookOf, loginPath, paths } from '../lib/paths.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { currentBusinessId, setCurrentBusinessId, setCurrentCampaignId } from '../lib/session/current-business.ts'
import { membershipOf, sessionQuery } from '../lib/session/session.ts'
import { storage } from '../lib/storage.ts'
import { settingsKeyAt } from '../shared/pages.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { mayOpen } from './may-open.ts'
import { pages } from './page-table.ts'

type Session = RouteReply<typeof authRoutes.getCurrentUser>
type Params = { businessId?: string; campaignId?: string }
type Match = { staticData: StaticDataRouteOption; params: Record<string, string> }
type GuardInput = {
  matches: readonly Match[]
  location: Pick<ParsedLocation, 'href' | 'pathname' | 'search'>
  context: { queryClient: QueryClient }
  preload: boolean
}

/** The access requirements of all matched routes combined. */
export const accessOf = (matches: readonly Pick<Match, 'staticData'>[]) => ({
  access: strongest(matches),
  orHearsCalls: matches.some(({ staticData }) => staticData.orHearsCalls),
})

export const leadTo = (href: string) => redirect({ href, replace: true })

/** Redirects home with a message; preloading a page shows no message. */
function turnedAway(why: string, preload: boolean) {
  if (!preload) toast.info(i18n.t(why))
  return leadTo(paths.home)
}

/** The route guard of the specification (section 4). */
export async function guard({ matches, location, context, preload }: GuardInput) {
  const needed = accessOf(matches)
  const { access } = needed
  const session = await loadSession(context.queryClient, access !== 'public')
  if (!session) {
    if (access !== 'public') throw leadTo(loginPath(location.href))
    return
  }
  const has = (mark: keyof StaticDataRouteOption) => matches.some(({ staticData }) => staticData[mark])
  if (session.user.status === 'Pending') {
    if (!has('pending') && (has('bare') || access !== 'public')) throw leadTo(paths.verifyPhone)
    return
  }
  if (has('bare')) throw leadTo(nextOf(location.search))
  const params: Params = Object.assign({}, ...matches.map((match) => match.params))
  const business = businessOf(session, params)
  if (params.businessId && !business) throw turnedAway('noSuchBusiness', preload)
  if (!mayOpen(needed, business)) throw turnedAway('noPermissionText', preload)
  if (!preload) workIn(business?.businessId, params, location.pathname)
}

/** The business in the URL if the user belongs to it; else the current one. */
const businessOf = (session: Session, params: Params) =>
  params.businessId
    ? session.businesses.find(({ businessId }) => businessId === params.businessId)
    : membershipOf(session, currentBusinessId())

/** Makes the business of the URL the current one, and the campaign of a list the selected one; notes the page of the settings. */
function workIn(businessId: string | undefined, { campaignId }: Params, pathname: string) {
  setCurrentBusinessId(businessId ?? null)
  const selected = campaignSelectedBy(pathname, campaignId)
  if (selected !== undefined) setCurrentCampaignId(selected)
  const settings = settingsKeyAt(pages, pathname)
  if (businessId && leadsLookOf(pathname)) storage.leadsPath.set(pathname)
  if (businessId && settings) storage.settingsPage(businessId).set(settings)
}

/** How long a page waits for the session before it is shown with what the device keeps. */
const SLOW_MS = 3_000

const never = () => new Promise<never>(() => undefined)

/** The session that the device keeps, if the server does not answer soon; never if it does, or if none is kept. */
async function keptSession(queryClient: QueryClient): Promise<Session> {
  if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  if (queryClient.getQueryData(queryKeys.session)) return never()
  const { restoreKept } = await loadCode(() => import('../lib/session/device/restoring.ts'))
  return (await restoreKept(queryClient)) ?? never()
}

/**
 * The signed-in user; asks the server if only a stored token exists. A failure counts as signed out, but a page that needs
 * a session is shown as the device keeps it, or waits for a lost connection.
 */
async function loadSession(queryClient: QueryClient, isNeeded: boolean): Promise<Session | undefined> {
  if (!storage.token.get()) return undefined
  const known = queryClient.getQueryData<Session>(queryKeys.session)
  if (known) return known
  let isKept = false
  const kept = isNeeded ? keptSession(queryClient) : never()
  const isWaitedFor = (error: unknown) => isNeeded && !isKept && error instanceof ApiError && error.code === 'network'
  const asked = untilConnected(() => queryClient.fetchQuery(sessionQuery), isWaitedFor).catch(
    (error: unknown) => void (isKept || sayWhy(error, isNeeded)),
  )
  const session = await Promise.race([
    asked,
    kept.then((found) => {
      isKept = true
      return found
    }),
  ])
  if (session) await takeLanguageOf(session.user)
  return session ?? undefined
}

/** Shows the error if the page needs a session; an invalid token is dropped silently (specification, section 8). */
function sayWhy(error: unknown, isNeeded: boolean) {
  if (isNeeded && !(error instanceof ApiError && error.status === 401)) toast.error(i18n.t('currentUserFailed'))
}

function strongest(matches: readonly Pick<Match, 'staticData'>[]): Access {
  const all = matches.map(({ staticData }) => staticData.access ?? 'public')
  return [...roles, 'user' as const].find((access) => all.includes(access)) ?? 'public'
}

/** Target after sign-in: only paths of this site. */
const nextOf = (search: unknown) => {
  const { next } = search as { next?: string }
  return next && isOwnPath(next) ? next : paths.home
}
