import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { switchLanguage } from '../../lib/i18n/language.ts'

/** Each language is named in itself. */
export const otherLanguage = () =>
  currentLanguage() === 'he' ? ({ code: 'en', name: 'English' } as const) : ({ code: 'he', name: 'עברית' } as const)

export function LanguageSwitch() {
  const { code, name } = otherLanguage()
  return (
    <Button
      variant="subtle"
      lang={code}
      leftSection={<IconLanguage stroke={1.75} />}
      onClick={() => void switchLanguage(code)}
    >
      {name}
    </Button>
  )
}
