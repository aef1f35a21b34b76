import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import classes from './meeting-drawer.module.css'

/** The link of a guest, to pass on by hand. */
export function LinkField({ url }: { url: string }) {
  const { t } = useTranslation('meetings')
  return (
    <div className={classes.link}>
      <TextInput readOnly dir="ltr" value={url} aria-label={t('guestLink')} onFocus={({ target }) => target.select()} />
      <CopyButton value={url} what={t('guestLink')} size="md" />
    </div>
  )
}
