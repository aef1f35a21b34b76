import { useRouterState } from '@tanstack/react-router'
import classes from './route-bar.module.css'

/** A progress line at the top while the next screen loads; not shown for quick navigation. */
export function RouteBar() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  return isLoading && <div className={classes.bar} aria-hidden />
}
