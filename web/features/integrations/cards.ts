import {
  type Icon,
  IconAt,
  IconBrandGoogle,
  IconBrandWhatsapp,
  IconCalendarEvent,
  IconKey,
  IconMessage,
  IconPhone,
  IconPlugConnected,
  IconWebhook,
} from '@tabler/icons-react'
import type { IntegrationKey } from '#contract/integrations/integrations.ts'
import { paths } from '../../lib/paths.ts'

type Card = { Icon: Icon; to: (businessId: string) => string; hash?: string }
/** What each integration shows, and the page on which it is connected and mended: a line for each. */
export const cards: Record<IntegrationKey, Card> = {
  google_calendar: { Icon: IconCalendarEvent, to: () => paths.profile, hash: 'calendar' },
  telephony: { Icon: IconPhone, to: paths.numbers },
  sms: { Icon: IconMessage, to: paths.channels },
  whatsapp: { Icon: IconBrandWhatsapp, to: paths.channels },
  mail: { Icon: IconAt, to: paths.channels },
  lead_sources: { Icon: IconPlugConnected, to: paths.campaigns },
  google_sign_in: { Icon: IconBrandGoogle, to: () => paths.profile },
  webhooks: { Icon: IconWebhook, to: paths.webhooks },
  api_keys: { Icon: IconKey, to: paths.apiKeys },
}
