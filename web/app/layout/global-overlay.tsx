import { useOverlay } from '../../lib/overlay.ts'
import { Loader } from '../../ui/feedback/loader.tsx'
import classes from './global-overlay.module.css'

/** Covers the page while the whole view changes. */
export const GlobalOverlay = () =>
  useOverlay() && (
    <div className={classes.overlay}>
      <Loader fullScreen />
    </div>
  )
