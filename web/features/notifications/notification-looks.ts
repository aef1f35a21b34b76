import type { Notification } from '#contract/notifications/notifications.ts'
import { fillIds, paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { pageIcons } from '../../shared/page-icons.ts'
import { type NotificationLook, pathsOf, usePages } from '../../shared/pages.ts'

const UNKNOWN: NotificationLook = { icon: 'bell', hue: 'sky' }

/** Icon and hue of a notification, the page that it opens, and the key of that page's menu entry. */
export function useNotificationLook({ action, content }: Notification) {
  const { user } = useSession()
  const page = usePages().find(({ notifies }) => notifies?.[action])
  const { icon, hue } = page?.notifies?.[action] ?? UNKNOWN
  const { businessId } = content
  // The campaign's leads (specification, section 2).
  const ofLead = 'leadId' in content && paths.leads(businessId, content.campaignId, user.leadView)
  const place = ofLead || (page ? fillIds(pathsOf(page)[0], { businessId }) : paths.dashboard)
  return { Icon: pageIcons[icon], hue, place, page: page?.menu?.key }
}
