import type { Feature } from '../feature.ts'
import { mountWhy } from './why.routes.ts'

export const why: Feature = { mount: [mountWhy] }
