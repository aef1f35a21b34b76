import { type ComponentType, lazy } from 'react'
import { loadCode } from './code/load-code.ts'

/** The page's own content loads first, and what a press on it needs; then what the next press may need. */
const IDLE_AFTER_MS = 5_000

/** Loads small code ahead, when nothing else is loading: it is there if the connection is gone by then. */
export function ahead<T>(load: () => Promise<T>) {
  if (!import.meta.env.PROD) return
  const whenIdle = 'requestIdleCallback' in window ? window.requestIdleCallback : setTimeout
  const loadNow = () => navigator.onLine && void load().catch(() => undefined)
  setTimeout(() => whenIdle(loadNow), IDLE_AFTER_MS)
}

type Options = {
  /** Small, and needed by a press on the screen that names it. */
  soon?: boolean
}

/** A named component, loaded when first rendered. */
// biome-ignore lint/suspicious/noExplicitAny: props of any shape, as React's own `lazy` takes them.
export function lazily<N extends string, Module extends Record<N, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: N,
  { soon = false }: Options = {},
) {
  if (soon) ahead(load)
  return lazy<Module[N]>(async () => ({ default: (await loadCode(load))[name] }))
}
