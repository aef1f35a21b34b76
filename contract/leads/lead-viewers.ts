import { z } from 'zod'
import { byId, id } from '../common.ts'
import { route } from '../route.ts'
import { User } from '../team/users.ts'

/** How often an open lead page says that its reader is still there. */
export const VIEWER_RENEWAL_MS = 5_000
/**
 * A page that said nothing for so long is closed: its tab was killed or lost its network. Others notice at their next
 * renewal, so its face is gone within 15 seconds.
 */
export const VIEWER_LEASE_SECONDS = 10
/** Viewers returned at most. */
export const VIEWERS_MAX = 20

/**
 * In the event stream, `event: viewers` with this: others opened or left the lead, which the reader has open, too. It has no
 * position, because a reply to the route below holds the present viewers.
 */
export const ViewersChanged = z.object({ businessId: id, leadId: id })
export type ViewersChanged = z.output<typeof ViewersChanged>

export const leadViewerRoutes = {
  look: route({
    method: 'POST',
    path: '/lead/:id/viewers',
    access: 'None',
    whileClosing: true,
    summary: `Say that one has the lead open, for ${VIEWER_LEASE_SECONDS} seconds, or leaves it; the reply is who else looks at it`,
    params: byId,
    /** `tabId`: of the page in the browser, chosen by it. */
    body: z.object({ tabId: id, isHere: z.boolean() }),
    reply: z.object({ success: z.literal(true), viewers: z.array(User) }),
  }),
}
