import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { calendarRoutes } from '#contract/calendars/calendars.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Language } from '#contract/constants.ts'
import { firstStepRoutes } from '#contract/first-steps.ts'
import { countToday } from '#contract/leads/follow-ups/today-count.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { countWaiting } from '#contract/team/waiting-count.ts'
import { App } from '../app/app.tsx'
import { makeRouter } from '../app/router.tsx'
import { createQueryClient } from '../lib/http/query-client.ts'
import { changeLanguage } from '../lib/i18n/i18n.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../lib/session/current-business.ts'
import { storage } from '../lib/storage.ts'
import { MEDIUM, NARROW } from '../lib/use-narrow.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { aSession } from './fakes.ts'
import { type FakeReply, fakeServer, reply } from './replies.ts'

type Options = {
  replies?: FakeReply[]
  /** The server's reply about the token; null: there is no token. */
  session?: ReturnType<typeof aSession> | null
  language?: Language
  narrow?: boolean
  /** Wide enough for the side menu, not for a second column. */
  medium?: boolean
}

/** Replies for the frame's own requests. */
const frame = (session: ReturnType<typeof aSession>) => [
  reply(authRoutes.getCurrentUser, session),
  reply(campaignRoutes.names, { success: true, campaigns: [] }),
  reply(softphoneRoutes.token, { success: true, softphones: [] }),
  reply(calendarRoutes.own, { success: true, isOffered: false, connection: null, feed: null }),
  reply(googleRoutes.own, { success: true, account: null, hasPassword: true }),
  reply(firstStepRoutes.get, { success: true, isDismissed: true, steps: [] }),
  reply(countToday, { success: true, count: 0, late: 0 }),
  reply(countWaiting, { success: true, count: 0 }),
  reply(notificationRoutes.count, { success: true, result: { read: 0, unread: 0 } }),
]

/** Lazy pages may take a while on a busy machine. */
const ARRIVAL_MS = 10_000

/** The whole app at a path, with a server that gives these replies; any other request fails. */
export async function openApp(
  path: string,
  { replies = [], session = aSession(), language = 'en', narrow = false, medium = false }: Options = {},
) {
  const server = fakeServer([...(session ? frame(session) : []), ...replies])
  vi.stubGlobal('fetch', server.fetch)
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === NARROW ? narrow : media === MEDIUM && (narrow || medium),
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )
  setCurrentBusinessId(null)
  setCurrentCampaignId(null)
  await changeLanguage(language)
  storage.token.set(session ? 'token-of-a-test' : null)
  const queryClient = createQueryClient((error) => toast.error(error.message))
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  const view = render(<App router={router} queryClient={queryClient} isTest />)
  await vi.waitFor(() => {
    if (router.state.status !== 'idle' || !router.state.resolvedLocation)
      throw new Error('The page is still on its way')
  }, ARRIVAL_MS)
  return { ...view, server, router, queryClient, user: userEvent.setup(), at: () => router.state.location.href }
}
