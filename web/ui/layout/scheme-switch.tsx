import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Switches to the other colour scheme; icon and label of the button. */
export function useSchemeSwitch() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    Icon: isDark ? IconSun : IconMoon,
    label: isDark ? t('lightScheme') : t('darkScheme'),
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}

export function SchemeSwitch() {
  const { Icon, label, toggle } = useSchemeSwitch()
  return (
    <ActionIcon aria-label={label} title={label} onClick={toggle}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
