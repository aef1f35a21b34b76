import { Menu, UnstyledButton } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { installApp, useInstalling } from '../../../lib/session/device/installing.ts'
import classes from './install-entry.module.css'

function useInstallEntry() {
  const { t } = useTranslation('device')
  const how = useInstalling()
  const [isExplained, setExplained] = useState(false)
  if (!how) return undefined
  return {
    label: t('install'),
    isByHand: how === 'byHand',
    press: () => (how === 'offered' ? void installApp() : setExplained(!isExplained)),
    explanation: isExplained && <p className={classes.text}>{t('installByHand')}</p>,
  }
}

/** "Install the app" in the user menu, where the browser can install it. */
export function InstallItem() {
  const entry = useInstallEntry()
  if (!entry) return null
  return (
    <>
      <Menu.Item
        leftSection={<IconDeviceMobileDown stroke={1.75} />}
        closeMenuOnClick={!entry.isByHand}
        onClick={entry.press}
      >
        {entry.label}
      </Menu.Item>
      {entry.explanation}
    </>
  )
}

/** The same in the menu of a phone. */
export function InstallEntry({ className }: { className: string | undefined }) {
  const entry = useInstallEntry()
  if (!entry) return null
  return (
    <>
      <UnstyledButton className={className ?? ''} onClick={entry.press}>
        <IconDeviceMobileDown size={18} stroke={1.75} aria-hidden />
        {entry.label}
      </UnstyledButton>
      {entry.explanation}
    </>
  )
}
