import type { Feature } from '../feature.ts'
import { listDevicesOfAccount } from './push.queries.ts'
import { mountPush } from './push.routes.ts'

/** Rows end with their session (foreign key), after its retention. */
export const push: Feature = {
  mount: [mountPush],
  account: { tables: ['push_devices'], export: { pushDevices: listDevicesOfAccount } },
}
