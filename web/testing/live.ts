import { act } from '@testing-library/react'
import { deliverLive } from '../lib/http/live.ts'

/** A message comes in over the event stream. */
export const happens = (message: object) => act(async () => deliverLive(message as never))
