import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { WebhooksPage } from './list/webhooks-page.tsx'
import { WebhookPage } from './log/webhook-page.tsx'

/** The webhook that the address names, else all. */
export const ListOrOne = () => (useIds(paths.webhook).webhookId ? <WebhookPage /> : <WebhooksPage />)
