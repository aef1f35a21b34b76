import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/constants.ts'
import { lazily } from '../../lib/lazy.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Specimen } from './specimen.tsx'
import classes from './typography.module.css'

const Pieces = lazily(() => import('./pieces.tsx'), 'Pieces')

const schemes = ['light', 'dark'] as const

/** All design pieces in both directions and both schemes, side by side. */
export function TypographyPage() {
  const { t } = useTranslation('typography')
  return (
    <Page title={t('title')} context={t('context')}>
      <div className={classes.grid}>
        {schemes.map((scheme) =>
          languages.map((language) => (
            <Suspense key={language + scheme}>
              <Specimen language={language} scheme={scheme}>
                <Pieces />
              </Specimen>
            </Suspense>
          )),
        )}
      </div>
    </Page>
  )
}
