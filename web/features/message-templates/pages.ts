import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const messageTemplatePage: Page = {
  path: paths.messageTemplates.pattern,
  access: 'Owner',
  texts: ['message-templates'],
  component: lazyPage(() => import('./templates-page.tsx'), 'TemplatesPage'),
  menu: { key: 'messageTemplates', group: 'settings', section: 'messages', icon: 'typography' },
  about: ['messageTemplate'],
}
