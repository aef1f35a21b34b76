import {
  type Icon,
  IconAt,
  IconBrandGoogle,
  IconCalendarEvent,
  IconKey,
  IconMessage,
  IconPhone,
} from '@tabler/icons-react'
import type { IntegrationKey } from '#contract/integrations/integrations.ts'
import { paths } from '../../lib/paths.ts'

type Card = { Icon: Icon; to: (businessId: string) => string; hash?: string }
/** What each integration shows, and the page on which it is connected and mended: a line for each. */
export const cards: Record<IntegrationKey, Card> = {
  google_calendar: { Icon: IconCalendarEvent, to: () => paths.profile, hash: 'calendar' },
  telephony: { Icon: IconPhone, to: paths.numbers },
  sms: { Icon: IconMessage, to: paths.channels },
  mail: { Icon: IconAt, to: paths.channels },
  google_sign_in: { Icon: IconBrandGoogle, to: () => paths.profile },
  api_keys: { Icon: IconKey, to: paths.apiKeys },
}
