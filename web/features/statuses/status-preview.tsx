import { IconCheck } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { StatusPill } from '../../shared/status-pill.tsx'
import { CONTRAST_MIN, contrastOf, rgbOf } from './contrast.ts'
import classes from './status-form.module.css'

type Props = Pick<LeadStatus, 'hue' | 'type'> & { name: string }

/** Preview of the status in both schemes, with the contrast of its name. */
export const StatusPreview = (props: Props) => (
  <div className={classes.preview}>
    <InScheme {...props} scheme="light" />
    <InScheme {...props} scheme="dark" />
  </div>
)

function InScheme({ scheme, name, hue, type }: Props & { scheme: 'light' | 'dark' }) {
  const { t } = useTranslation('statuses')
  const [contrast, setContrast] = useState<number>()
  // Measures the rendered colours, so that the result holds for any theme; a new hue renders a new element.
  const measure = useCallback((place: HTMLDivElement | null) => {
    const pill = place?.querySelector('[data-hue]')
    const style = pill && getComputedStyle(pill)
    const [text, ground] = [rgbOf(style?.color ?? ''), rgbOf(style?.backgroundColor ?? '')]
    if (place) setContrast(text && ground ? contrastOf(text, ground) : undefined)
  }, [])
  return (
    <div key={hue} className={classes.scheme} data-mantine-color-scheme={scheme} ref={measure}>
      <StatusPill name={name || '…'} hue={hue} type={type} />
      {contrast !== undefined && contrast >= CONTRAST_MIN && (
        <span className={classes.contrast} title={t('form.contrastText')}>
          <IconCheck size={14} stroke={2} aria-hidden />
          {t('form.contrast', {
            scheme: t(`form.schemes.${scheme}`),
            ratio: formatNumber(Math.floor(contrast * 10) / 10),
          })}
        </span>
      )}
    </div>
  )
}
