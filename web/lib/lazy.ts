import { type ComponentType, lazy } from 'react'
import { loadCode } from './load-code.ts'

/** A named component, loaded when first rendered. */
export const lazily = <P extends object, N extends string>(load: () => Promise<Record<N, ComponentType<P>>>, name: N) =>
  lazy(async () => ({ default: (await loadCode(load))[name] }))
