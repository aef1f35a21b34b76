import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { capsOf } from '../../lib/hotkeys.ts'
import { useModal } from '../../lib/modal-stack.ts'
import classes from './palette-field.module.css'
import { PALETTE_MODAL } from './palette-modal.ts'

/** Opens the palette; looks like a search field, on narrow screens like a search icon. */
export function PaletteField({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('shell')
  const palette = useModal(PALETTE_MODAL)
  if (isNarrow)
    return (
      <ActionIcon aria-label={t('paletteHint')} aria-haspopup="dialog" onClick={palette.open}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    )
  return (
    <UnstyledButton
      className={classes.field}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={palette.open}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className={classes.hint}>{t('paletteHint')}</span>
      <Kbd dir="ltr" aria-hidden>
        {capsOf('Mod+KeyK').join(' ')}
      </Kbd>
    </UnstyledButton>
  )
}
