import type { QueryClient } from '@tanstack/react-query'
import { startSending } from '../unsent/sending.ts'
import { startKeeping } from './keeping.ts'
import { startServiceWorker } from './service-worker.ts'

/**
 * What makes the app work in the field: the service worker, what the device keeps to be read without a network, and
 * what it sends when there is one again. `open` shows the page of a notification that was clicked.
 */
export async function startInField(client: QueryClient, open: (path: string) => void) {
  startSending(client)
  await startKeeping(client)
  await startServiceWorker(open)
}
