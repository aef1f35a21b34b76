import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { useSession } from '../../../lib/session/session.ts'
import { DefaultView } from '../../../shared/saved-views/default-view.tsx'
import { leadViews } from './lead-views.ts'

/** Opens the person's default view of leads; if it is gone, all leads in the person's look. */
export function DefaultLeadView({ businessId, viewId }: { businessId: string; viewId: string }) {
  const { user } = useSession()
  return (
    <DefaultView
      of={leadViews}
      businessId={businessId}
      viewId={viewId}
      listWithout={(without) => link(paths.leads(businessId, null, user.leadView), without)}
    />
  )
}
