import { type ComponentType, lazy } from 'react'

/** A named component, loaded when first rendered. */
export const lazily = <P extends object, N extends string>(load: () => Promise<Record<N, ComponentType<P>>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }))
