import type { Feature } from '../feature.ts'
import { notePayloadsOfKeys } from './api-key-payloads.ts'
import { erasePayloads, listPayloadsOf } from './payloads.queries.ts'

export const payloads: Feature = {
  mount: [notePayloadsOfKeys],
  retainedAsSet: [{ table: 'payloads', period: 'payloads', column: 'at' }],
  person: { erase: erasePayloads, export: { requestsAsTheyCame: listPayloadsOf } },
}
