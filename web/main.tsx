import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { Shell } from './app/frame.tsx'
import { makeRouter } from './app/router.tsx'
import { endSession } from './app/session-control.ts'
import { onSessionEnd } from './lib/http/call.ts'
import { createQueryClient } from './lib/http/query-client.ts'
import { startI18n } from './lib/i18n/i18n.ts'
import { ahead } from './lib/lazy.ts'
import { queryKeys } from './lib/query-keys.ts'
import { forgetKept } from './lib/session/device/forget.ts'
import { sessionQuery } from './lib/session/session.ts'
import { storage } from './lib/storage.ts'
import { toast } from './ui/feedback/toast.tsx'

const queryClient = createQueryClient((error) => toast.error(error.message))
const router = makeRouter(queryClient)

// The token could not be renewed, or another tab signed out: after sign-in, return to the current page.
onSessionEnd(() => {
  void forgetKept().catch(() => undefined)
  if (queryClient.getQueryData(queryKeys.session)) void endSession({ router, queryClient }, router.state.location.href)
})

// Loaded in parallel with the texts, not after them.
if (storage.token.get()) {
  void Shell.preload?.()?.catch(() => undefined)
  void queryClient.prefetchQuery(sessionQuery)
}

/** Not awaited at the top level: the texts are files that import from this one. */
async function start() {
  const page = document.getElementById('root')
  if (!page) throw new Error('The page has no #root')
  await startI18n()
  createRoot(page).render(<App router={router} queryClient={queryClient} />)
  ahead(async () => {
    const { startInField } = await import('./lib/session/device/in-field.ts')
    await startInField(queryClient, (path) => void router.navigate({ href: path }))
  })
}
void start()
