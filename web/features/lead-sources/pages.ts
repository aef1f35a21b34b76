import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const leadSourcePage: Page = {
  path: paths.leadSource.pattern,
  access: 'Owner',
  texts: ['lead-sources', 'leads'],
  component: lazyPage(() => import('./source-page.tsx'), 'SourcePage'),
  under: 'campaigns',
  shows: {
    kind: 'leadSource',
    at: ({ businessId, campaignId, _id }) => campaignId && _id && paths.leadSource(businessId, campaignId, _id),
  },
}
