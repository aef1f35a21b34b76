import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/http/call.ts'
import { NoPermission } from './no-permission.tsx'
import classes from './state.module.css'

type Props = { error: unknown; onRetry?: () => void; title?: string }

/** Error text with a retry button; a 403 shows the missing permission. */
export function ErrorState({ error, onRetry, title }: Props) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 403) return <NoPermission />
  const text = error instanceof ApiError ? error.message : t('unexpectedError')
  return (
    <div className={classes.state} role="alert" data-fade>
      <span className={classes.icon} data-hue="red" aria-hidden>
        <IconAlertTriangle />
      </span>
      <h2 className={classes.title}>{title ?? t('loadFailed')}</h2>
      <p className={classes.text}>{text}</p>
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
