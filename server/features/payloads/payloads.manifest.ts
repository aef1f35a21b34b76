import type { Feature } from '../feature.ts'
import { notePayloadsOfKeys } from './api-key-payloads.ts'

export const payloads: Feature = {
  mount: [notePayloadsOfKeys],
}
