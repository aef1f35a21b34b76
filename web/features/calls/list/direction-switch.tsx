import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type CallDirection, callDirections } from '#contract/calls/call-statuses.ts'
import segments from '../../../ui/layout/segments.module.css'
import type { FilterProps } from '../filters/calls-search.ts'

/** All, incoming or outgoing. */
export function DirectionSwitch({ search, onChange }: FilterProps) {
  const { t } = useTranslation('calls')
  const choice = (value: CallDirection | undefined, label: string) => (
    <UnstyledButton
      key={label}
      className={segments.choice}
      data-small
      aria-pressed={search.direction === value}
      onClick={() => onChange({ direction: value, page: undefined })}
    >
      {label}
    </UnstyledButton>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={segments.bar} role="group" aria-label={t('direction')}>
      {choice(undefined, t('directionAll'))}
      {callDirections.map((value) => choice(value, t(`directions.${value}`)))}
    </div>
  )
}
