import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

/** The list, and one webhook with its log. */
export const webhookPage: Page = {
  path: [paths.webhooks.pattern, paths.webhook.pattern],
  access: 'Owner',
  texts: ['webhooks', 'refusals'],
  component: lazyPage(() => import('./list-or-one.tsx'), 'ListOrOne'),
  menu: { key: 'webhooks', group: 'settings', section: 'connections', icon: 'repeat' },
  notifies: { webhook_paused: { icon: 'repeat', hue: 'red' } },
  shows: { kind: 'webhook', at: ({ businessId, _id }) => _id && paths.webhook(businessId, _id) },
}
