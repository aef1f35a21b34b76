import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const formPages: readonly Page[] = [
  {
    path: paths.forms.pattern,
    texts: ['forms', 'request-log', 'refusals'],
    component: lazyPage(() => import('./forms-page.tsx'), 'FormsPage'),
    under: 'campaigns',
  },
  {
    path: [paths.newForm.pattern, paths.form.pattern],
    texts: ['forms', 'leads'],
    component: lazyPage(() => import('./form-editor-page.tsx'), 'FormEditorPage'),
    under: 'campaigns',
    shows: {
      kind: 'form',
      at: ({ businessId, campaignId, _id }) => campaignId && _id && paths.form(businessId, campaignId, _id),
    },
  },
]
