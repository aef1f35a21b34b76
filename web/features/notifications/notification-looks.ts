import type { Notification } from '#contract/notifications/notifications.ts'
import { fillIds, paths } from '../../lib/paths.ts'
import { link } from '../../lib/search.ts'
import { useSession } from '../../lib/session/session.ts'
import { pageIcons } from '../../shared/page-icons.ts'
import { type NotificationLook, pathsOf, usePages } from '../../shared/pages.ts'

const UNKNOWN: NotificationLook = { icon: 'bell', hue: 'sky' }

/** The lead at the item of its history that the notification is about. */
const itemPlace = (content: Notification['content']) =>
  'leadId' in content && content.itemId
    ? link(paths.lead(content.businessId, content.campaignId, content.leadId), { item: content.itemId })
    : undefined

/** Icon and hue of a notification, the page that it opens, and the key of that page's menu entry. */
export function useNotificationLook({ action, content }: Notification) {
  const { user } = useSession()
  const page = usePages().find(({ notifies }) => notifies?.[action])
  const { icon, hue } = page?.notifies?.[action] ?? UNKNOWN
  const { businessId } = content
  // A notification about a lead opens its campaign's leads (specification, section 2).
  const ofLead = 'leadId' in content && paths.leads(businessId, content.campaignId, user.leadView)
  const to = ofLead || (page ? fillIds(pathsOf(page)[0], { businessId }) : paths.dashboard)
  const place = itemPlace(content) ?? link(to)
  return { Icon: pageIcons[icon], hue, place, page: page?.menu?.key }
}
