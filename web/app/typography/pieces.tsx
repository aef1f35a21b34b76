import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { statusHues } from '#contract/leads/lead-status.ts'
import { Buttons } from './buttons.tsx'
import { Chips } from './chips.tsx'
import { Inputs } from './inputs.tsx'
import { PopupsAndToasts } from './popups-and-toasts.tsx'
import { Section } from './section.tsx'
import { States } from './states.tsx'
import { TablePieces } from './table-pieces.tsx'
import classes from './typography.module.css'
import { Values } from './values.tsx'

const sizes = ['title', 'section', 'body', 'strong', 'chip', 'label', 'mixed'] as const

/** All design pieces, in the language and scheme of the surrounding specimen. */
export function Pieces() {
  const { t } = useTranslation('typography')
  const { colorScheme } = useMantineColorScheme()
  return (
    <>
      <h2 className={classes.scheme}>{colorScheme === 'dark' ? t('dark') : t('light')}</h2>
      <Section title={t('sections.type')}>
        {sizes.map((size) => (
          <p key={size} className={classes.type} data-size={size}>
            {t(`type.${size}`)}
          </p>
        ))}
      </Section>
      <Section title={t('sections.colours')}>
        <div className={classes.row}>
          {statusHues.map((hue) => (
            <span key={hue} className={classes.hue} data-hue={hue}>
              <i aria-hidden />
              {t(`hues.${hue}`)}
            </span>
          ))}
        </div>
      </Section>
      <Buttons />
      <Inputs />
      <Chips />
      <Values />
      <TablePieces />
      <States />
      <PopupsAndToasts />
    </>
  )
}
