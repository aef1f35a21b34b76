import { Drawer } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { TrialPanel } from './trial-panel.tsx'

type Props = ComponentProps<typeof TrialPanel> & { opened: boolean; onClose: () => void }

/** The trial over the page, where there is no room beside the sentences. */
export function TrialDrawer({ opened, onClose, ...trial }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '85%' : 'md'}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <TrialPanel {...trial} />
    </Drawer>
  )
}
