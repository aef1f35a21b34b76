import { z } from 'zod'
import { isLoopback } from '../../platform/loopback.ts'

/** Settings of Google Calendar. Its account is that of "Sign in with Google". */
export const calendarVariables = {
  GOOGLE_CALENDAR: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  GOOGLE_CALENDAR_API: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://www.googleapis.com/calendar/v3' })
    .refine(
      (url) => url.startsWith('https:') || (URL.canParse(url) && isLoopback(new URL(url).hostname)),
      'must begin with https://',
    )
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://www.googleapis.com/calendar/v3'),
}
type Read = {
  GOOGLE_CALENDAR: '0' | '1'
  GOOGLE_CALENDAR_API: string
  GOOGLE_CLIENT_ID?: string | undefined
  ROLE: string
}
export const NEEDS_GOOGLE_ACCOUNT = 'GOOGLE_CALENDAR=1 needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'
export const needsGoogleAccount = ({ GOOGLE_CALENDAR, GOOGLE_CLIENT_ID }: Read) =>
  GOOGLE_CALENDAR === '1' && !GOOGLE_CLIENT_ID

/**
 * Where people connect their calendar: at Google, in a demo at the Google in the box, which belongs to one process, or
 * nowhere.
 */
export function calendarOf(env: Read, isDemo: boolean): { apiUrl: string } | 'local' | undefined {
  if (env.GOOGLE_CALENDAR === '1') return { apiUrl: env.GOOGLE_CALENDAR_API }
  return isDemo && env.ROLE === 'all' ? 'local' : undefined
}
