import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconFileUpload, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatShare } from '../../lib/i18n/format.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './files.module.css'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

/** A file on its way: how much was sent, or why it failed. */
export function UploadRow({ upload: { id, file, state, sent, problem } }: { upload: Upload }) {
  const { t } = useTranslation('files')
  const { t: common } = useTranslation()
  const { name, size } = file
  const Icon = problem ? IconAlertTriangle : IconFileUpload
  return (
    <li className={classes.row} data-failed={problem ? true : undefined}>
      <span className={classes.open}>
        <span className={classes.mark}>
          <Icon size={24} stroke={1.5} aria-hidden />
        </span>
        <span className={classes.words}>
          <span>
            <UserText>{name}</UserText>
          </span>
          {problem ? (
            <span className={classes.problem} role="alert">
              {problem.message}
            </span>
          ) : (
            <span className={classes.second}>
              {formatBytes(size)} ·{' '}
              {state === 'waiting' ? t('waiting') : sent < 1 ? <bdi dir="ltr">{formatShare(sent)}</bdi> : t('storing')}
            </span>
          )}
          {!problem && <Progress value={sent * 100} size="xs" aria-label={t('progress', { name })} />}
        </span>
      </span>
      {problem && !problem.isFinal && (
        <Button variant="subtle" onClick={() => retryUpload(id)}>
          {common('retry')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        size="xl"
        aria-label={t(problem ? 'dismiss' : 'cancel', { name })}
        onClick={() => cancelUpload(id)}
      >
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}
