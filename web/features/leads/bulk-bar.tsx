import { UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './bulk-bar.module.css'
import { useTrash } from './use-lead-tools.ts'
import type { Selection } from './use-selection.ts'

type Props = { businessId: string; selection: Selection; canDelete: boolean; isTrash: boolean }

/** What can be done with the chosen rows; stands in the footer, where it covers none of them. */
export function BulkBar({ businessId, selection, canDelete, isTrash }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { remove, restore } = useTrash(businessId)
  const ActIcon = isTrash ? IconArrowBackUp : IconTrash
  const act = () => {
    if ('ids' in selection.chosen) (isTrash ? restore : remove)([...selection.chosen.ids])
    selection.clear()
  }
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bulk')}>
      <strong aria-live="polite">{t('selected', { count: selection.count })}</strong>
      {canDelete && (
        <>
          <span className={classes.line} aria-hidden />
          <UnstyledButton className={classes.act} data-danger={isTrash ? undefined : true} onClick={act}>
            <ActIcon size={16} stroke={1.75} aria-hidden {...(isTrash && { 'data-mirror': true })} />
            {isTrash ? t('restore') : t('delete')}
          </UnstyledButton>
        </>
      )}
      <span className={classes.line} aria-hidden />
      <UnstyledButton className={classes.act} aria-label={common('close')} onClick={selection.clear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </div>
  )
}
