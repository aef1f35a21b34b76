import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, directionOf } from '../../lib/i18n/i18n.ts'
import { styleNonce } from '../../lib/style-nonce.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import '@fontsource-variable/heebo/wght.css'
import '@mantine/core/styles.layer.css'
import './theme.css'
import './mantine.css'

const manager = colorSchemeManager()

// The scroll lock of modals creates a style element and reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

/** Theme, colour scheme and direction; a change of language rebuilds the whole tree below. */
export function Design({ children, isTest }: { children: ReactNode; isTest?: boolean }) {
  useTranslation()
  const language = currentLanguage()
  return (
    <DirectionProvider key={language} initialDirection={directionOf(language)} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
        env={isTest ? 'test' : 'default'}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
