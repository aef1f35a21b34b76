import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type ReactNode, use, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import { directionOf, i18nIn } from '../../lib/i18n/i18n.ts'
import { styleNonce } from '../../lib/style-nonce.ts'
import { colorSchemeManager } from '../theme/color-scheme.ts'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import classes from './typography.module.css'

type Props = { language: Language; scheme: 'light' | 'dark'; children: ReactNode }

/** Namespaces of texts that the pieces use. */
const FILES = ['typography', 'leads', 'popups']
const instances = new Map<Language, ReturnType<typeof i18nIn>>()
function textsIn(language: Language) {
  const texts = instances.get(language) ?? i18nIn(language, FILES)
  instances.set(language, texts)
  return texts
}

/** A part of the page with its own language, direction and scheme; overlays opened in it keep these. */
export function Specimen({ language, scheme, children }: Props) {
  const id = `specimen-${language}-${scheme}`
  const own = use(textsIn(language))
  const [manager] = useState(colorSchemeManager)
  const ownTheme = {
    ...theme,
    components: { ...theme.components, Portal: { defaultProps: { target: `#${id}`, reuseTargetNode: false } } },
  }
  return (
    <div
      id={id}
      className={classes.specimen}
      lang={language}
      dir={directionOf(language)}
      data-mantine-color-scheme={scheme}
    >
      <I18nextProvider i18n={own}>
        <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
          <MantineProvider
            theme={ownTheme}
            cssVariablesResolver={cssVariablesResolver}
            cssVariablesSelector={`#${id}`}
            getRootElement={() => document.getElementById(id) ?? undefined}
            forceColorScheme={scheme}
            colorSchemeManager={manager}
            getStyleNonce={() => styleNonce}
            withGlobalClasses={false}
          >
            {children}
          </MantineProvider>
        </DirectionProvider>
      </I18nextProvider>
    </div>
  )
}
