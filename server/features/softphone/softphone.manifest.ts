import type { Feature } from '../feature.ts'
import { mountRinging } from './ringing.routes.ts'
import { mountSoftphone } from './softphone.routes.ts'

/** How long a person's away state is kept after their last phone was closed. */
const AWAY_PERIOD = { unit: 'hours', amount: 12 } as const

export const softphone: Feature = {
  mount: [mountSoftphone, mountRinging],
  retained: [{ table: 'softphones', period: AWAY_PERIOD, column: 'seen_at' }],
  account: { tables: ['softphones'] },
}
