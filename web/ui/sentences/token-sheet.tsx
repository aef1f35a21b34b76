import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { title: string; opened: boolean; onClose: () => void; children: ReactNode }

/** The choices of a token as a sheet at the bottom. */
export function TokenSheet({ children, ...of }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer {...of} position="bottom" size="auto" closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Drawer>
  )
}
