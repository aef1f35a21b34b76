import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

/** The forms of all campaigns. */
export const allFormsPage: Page = {
  path: paths.allForms.pattern,
  texts: ['forms'],
  component: lazyPage(() => import('./all-forms-page.tsx'), 'AllFormsPage'),
  menu: { key: 'forms', group: 'settings', section: 'leads', icon: 'forms', needs: 'forms.read' },
}

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
