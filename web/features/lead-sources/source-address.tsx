import { useTranslation } from 'react-i18next'
import type { LeadSource } from '#contract/lead-sources/lead-sources.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import classes from './lead-sources.module.css'

/** Where the leads are sent, with Google's key beside it. */
export function SourceAddress({ source: { address, googleKey } }: { source: LeadSource }) {
  const { t } = useTranslation('lead-sources')
  return (
    <>
      <span className={classes.value}>
        <bdi dir="ltr">{address}</bdi>
        <CopyButton value={address} what={t('address')} size="md" />
      </span>
      {googleKey && (
        <span className={classes.value}>
          <span className={classes.second}>{t('googleKey')}</span>
          <bdi dir="ltr">{googleKey}</bdi>
          <CopyButton value={googleKey} what={t('googleKey')} size="md" />
        </span>
      )}
      <p className={classes.second}>{t('secret')}</p>
    </>
  )
}
