import { join } from 'node:path'
import { TIME_ZONE } from '#contract/constants.ts'
import type { Env } from '../../env.ts'
import { isLoopback } from '../../platform/loopback.ts'
import { type GoogleCalendar, openGoogleCalendar } from './google-calendar.ts'
import { type LocalGoogle, startLocalGoogle } from './local/local-google.ts'

export type CalendarProvider = {
  isOffered: boolean
  open: () => Promise<GoogleCalendar>
  /** The Google in the box, where it stands in; started by the first who needs it. */
  local: (() => Promise<LocalGoogle>) | undefined
  /** Whether notes about changes reach this installation: Google sends them to public addresses with https only. */
  canPush: boolean
}

type Wanted = Pick<Env, 'google' | 'googleCalendar' | 'publicUrl' | 'dataDir' | 'isLocalUrl'>
/** Google Calendar as the environment says; `returnPath`: the page to which it leads back. */
export function openCalendarProvider(env: Wanted, returnPath: string, now: () => Date): CalendarProvider {
  const { google, googleCalendar, publicUrl, dataDir, isLocalUrl } = env
  const redirectUri = `${publicUrl}${returnPath}`
  if (googleCalendar === 'local') {
    const local = once(() =>
      startLocalGoogle({
        redirectUris: [redirectUri],
        now,
        timeZone: TIME_ZONE,
        file: join(dataDir, 'local-google.json'),
      }),
    )
    const open = once(async () => openGoogleCalendar((await local()).account, redirectUri, now))
    return { isOffered: true, open, local, canPush: true }
  }
  const account = google && googleCalendar && { ...google, ...googleCalendar }
  const calendar = account && openGoogleCalendar(account, redirectUri, now)
  return {
    isOffered: calendar !== undefined,
    async open() {
      if (!calendar) throw new Error('No Google account is set')
      return calendar
    },
    local: undefined,
    canPush: account !== undefined && (publicUrl.startsWith('https:') ? !isLocalUrl : isLocalApi(account.apiUrl)),
  }
}

const isLocalApi = (apiUrl: string) => isLoopback(new URL(apiUrl).hostname)

/** Opens once; after a failure, the next one who needs it tries again. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
