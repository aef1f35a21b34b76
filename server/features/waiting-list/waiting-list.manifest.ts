import type { Feature } from '../feature.ts'
import { mountWaitingList } from './waiting-list.routes.ts'

export const waitingList: Feature = {
  mount: [mountWaitingList],
}
