import { Box, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Loader } from '../../ui/feedback/loader.tsx'
import classes from './form-preview.module.css'
import type { FormValues } from './form-values.ts'
import { previewQuery } from './forms.api.ts'

const TYPING_MS = 400
const widths = ['phone', 'desk'] as const

/** The real page as visitors would see it: in each language, on phone and desktop, before and after submission. */
export function FormPreview({ values }: { values: FormValues }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const [chosen, setLanguage] = useState<Language>(currentLanguage())
  const [width, setWidth] = useState<(typeof widths)[number]>('phone')
  const [page, setPage] = useState<'form' | 'thanks'>('form')
  const { languages, fields, texts } = values
  const language = languages.includes(chosen) ? chosen : (languages[0] ?? 'he')
  const [body] = useDebouncedValue({ language, languages, fields, texts, page }, TYPING_MS)
  const { data, isError } = useQuery({
    ...previewQuery(businessId, body),
    enabled: body.fields.length > 0 && body.languages.length > 0,
  })
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <div className={classes.choices}>
        <SegmentedControl
          size="xs"
          aria-label={t('preview.page')}
          data={(['form', 'thanks'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
          value={page}
          onChange={(value) => setPage(value as 'form')}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('preview.width')}
          data={widths.map((value) => ({ value, label: t(`preview.${value}`) }))}
          value={width}
          onChange={setWidth}
        />
        {languages.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('preview.language')}
            data={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
      </div>
      <Box className={classes.stage} mod={{ width }}>
        {data ? (
          <iframe className={classes.page} title={t('preview.title')} srcDoc={data.html} sandbox="allow-same-origin" />
        ) : (
          !isError && <Loader />
        )}
      </Box>
      {isError && <p className={classes.quiet}>{t('preview.notYet')}</p>}
    </section>
  )
}
