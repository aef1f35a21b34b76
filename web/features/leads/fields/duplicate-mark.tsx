import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import classes from './duplicate-mark.module.css'

/** Another live lead has the phone or e-mail. */
export function DuplicateMark({
  lead: { isDuplicate },
  isNamed,
}: {
  lead: Pick<Lead, 'isDuplicate'>
  isNamed?: boolean
}) {
  const { t } = useTranslation('leads')
  if (!isDuplicate) return null
  return (
    <span role="img" aria-label={t('duplicateMark')} title={t('duplicateMark')} className={classes.mark}>
      <IconCopy size={14} stroke={1.75} aria-hidden />
      {isNamed && t('columns.duplicate')}
    </span>
  )
}
