import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const webhookPages: readonly Page[] = [
  {
    path: paths.webhooks.pattern,
    access: 'Owner',
    texts: ['webhooks', 'refusals'],
    component: lazyPage(() => import('./list/webhooks-page.tsx'), 'WebhooksPage'),
    menu: { key: 'webhooks', group: 'settings', section: 'connections', icon: 'webhook' },
    notifies: { webhook_paused: { icon: 'webhook', hue: 'red' } },
  },
  {
    path: paths.webhook.pattern,
    access: 'Owner',
    texts: ['webhooks', 'refusals'],
    component: lazyPage(() => import('./log/webhook-page.tsx'), 'WebhookPage'),
    under: 'webhooks',
    shows: { kind: 'webhook', at: ({ businessId, _id }) => _id && paths.webhook(businessId, _id) },
  },
]
