import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { DefaultView } from '../../../shared/saved-views/default-view.tsx'
import { callViews } from './call-views.ts'

/** Opens the person's default view of calls; if it is gone, all calls. */
export const DefaultCallView = ({ businessId, viewId }: { businessId: string; viewId: string }) => (
  <DefaultView
    of={callViews}
    businessId={businessId}
    viewId={viewId}
    listWithout={(without) => link(paths.calls(businessId, null), without)}
  />
)
