import { type ComponentType, lazy } from 'react'
import { loadCode } from './code/load-code.ts'

/** Code for later presses is loaded after this delay, so that the page's own content loads first. */
const IDLE_AFTER_MS = 5_000

/**
 * Loads small code ahead of time while nothing else is loading, so that it is there if the connection is lost later.
 */
export function ahead<T>(load: () => Promise<T>) {
  if (!import.meta.env.PROD) return
  const whenIdle = 'requestIdleCallback' in window ? window.requestIdleCallback : setTimeout
  const loadNow = () => navigator.onLine && void load().catch(() => undefined)
  setTimeout(() => whenIdle(loadNow), IDLE_AFTER_MS)
}

type Options = {
  /** Loads it ahead of time: it is small, and a press on the screen that uses it needs it. */
  soon?: boolean
}

/** A named component, loaded when first rendered. */
// biome-ignore lint/suspicious/noExplicitAny: accepts any props, as React's own `lazy` does.
export function lazily<N extends string, Module extends Record<N, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: N,
  { soon = false }: Options = {},
) {
  if (soon) ahead(load)
  return lazy<Module[N]>(async () => ({ default: (await loadCode(load))[name] }))
}
