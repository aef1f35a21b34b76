import { type ComponentType, lazy } from 'react'

/** A component by its name, fetched when it is first shown. */
export const lazily = <P extends object, N extends string>(load: () => Promise<Record<N, ComponentType<P>>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }))
