import { useRouterState } from '@tanstack/react-router'
import classes from './route-bar.module.css'

/** A line at the top while the next screen is on its way; quick changes do not show it. */
export function RouteBar() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  return isLoading && <div className={classes.bar} aria-hidden />
}
