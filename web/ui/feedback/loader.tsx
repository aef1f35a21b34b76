import { useTranslation } from 'react-i18next'
import classes from './loader.module.css'

/** Animated bars, used by the full-screen loader and the global overlay. */
export function Loader({ fullScreen }: { fullScreen?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={classes.loader} data-full={fullScreen || undefined} role="status" aria-label={t('loading')}>
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
