import { type Icon, IconBrandGoogle, IconBrandTiktok, IconMail, IconWebhook } from '@tabler/icons-react'
import type { LeadSourceKind } from '#contract/lead-sources/lead-sources.ts'

export const kindIcons: Record<LeadSourceKind, Icon> = {
  web: IconWebhook,
  google_ads: IconBrandGoogle,
  tiktok: IconBrandTiktok,
  email: IconMail,
}
