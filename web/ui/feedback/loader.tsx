import { useTranslation } from 'react-i18next'
import { useCodeWait } from '../../lib/code/load-code.ts'
import classes from './loader.module.css'

/** Animated bars, used by the full-screen loader and the global overlay; over the whole screen they say what they wait for. */
export function Loader({ fullScreen }: { fullScreen?: boolean }) {
  const { t } = useTranslation()
  const waits = useCodeWait() === 'connection'
  return (
    <div className={classes.loader} data-full={fullScreen || undefined} role="status" aria-label={t('loading')}>
      <i />
      <i />
      <i />
      <i />
      {fullScreen && waits && <p className={classes.why}>{t('codeWaits', { ns: 'shell' })}</p>}
    </div>
  )
}
