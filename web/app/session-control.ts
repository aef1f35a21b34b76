import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { loadCode } from '../lib/code/load-code.ts'
import { call } from '../lib/http/call.ts'
import { authRoutes, userRoutes } from '../lib/http/lazy-routes.ts'
import { withOverlay } from '../lib/overlay.ts'
import { loginPath, pathInBusiness, paths } from '../lib/paths.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../lib/session/current-business.ts'
import { forgetKept } from '../lib/session/device/forget.ts'
import { clearSessionStorage, storage } from '../lib/storage.ts'
import { dropDrafts } from '../lib/unsaved/drafts.ts'

/** Apps whose session is being ended. */
const ending = new WeakSet<AnyRouter>()

const endPush = async () => (await loadCode(() => import('../lib/session/device/push.ts'))).forgetPush()
const forgetting = () => loadCode(() => import('../lib/session/device/forget-waiting.ts'))

type AppContext = { router: AnyRouter; queryClient: QueryClient }

/** Clears all data of the user and shows the sign-in page; `next` is the page to return to. */
export async function endSession({ router, queryClient }: AppContext, next?: string) {
  // Removing the token below notifies all listeners of the session's end, including the caller of this function.
  if (ending.has(router)) return
  ending.add(router)
  storage.token.set(null)
  storage.languageUnsaved.set(false)
  storage.phoneCall.set(null)
  storage.leadsPath.set(null)
  storage.phoneBusinessId.set(null)
  clearSessionStorage()
  setCurrentCampaignId(null)
  setCurrentBusinessId(null)
  dropDrafts()
  void Promise.all([forgetKept(), endPush()]).catch(() => undefined)
  await router.navigate({ href: next ? loginPath(next) : paths.login, replace: true })
  queryClient.clear()
  ending.delete(router)
}

/** Ends the session of a person whose account was erased: nothing of theirs waits on this device any longer. */
export async function leaveDevice(context: AppContext, next?: string) {
  const { forgetWaiting } = await forgetting()
  await forgetWaiting().catch(console.warn)
  await endSession(context, next)
}

/**
 * Signs out (specification, section 4). `next` is the page to open after signing in again. If the request to the server
 * fails, throws and the user stays signed in.
 */
export async function signOut(context: AppContext, next?: string) {
  // Loaded before the server is asked, so that the way out does not depend on the network any longer.
  const [{ logout }] = await Promise.all([authRoutes(), forgetting()])
  await withOverlay(call(logout).then(() => leaveDevice(context, next)))
}

/** Opens the same section in another business and drops the cache of the old one. */
export async function switchBusiness({ router, queryClient }: AppContext, businessId: string) {
  const path = pathInBusiness(router.state.location.pathname, businessId)
  clearSessionStorage()
  setCurrentCampaignId(null)
  setCurrentBusinessId(businessId)
  await withOverlay(router.navigate({ href: path }))
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isPersonal(queryKey) && !queryKey.includes(businessId) })
  const { update } = await userRoutes()
  await call(update, { body: { lastBusinessId: businessId } }).catch((error: unknown) => console.warn(error))
}

/** Queries that belong to the user and not to a business. */
const isPersonal = (key: readonly unknown[]) => key[0] === queryKeys.session[0] || key[0] === queryKeys.notifications[0]
