import { Radio, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Screening, shownNumbers } from '#contract/calls/routing.ts'

/** Which telephones must press 1, by the name of the choice. */
const screenings = { mobiles: 'mobiles', all: true, none: false } as const satisfies Record<string, Screening>
export type ScreeningName = keyof typeof screenings
const names = Object.keys(screenings) as ScreeningName[]
export const screeningName = (screening: Screening): ScreeningName =>
  names.find((name) => screenings[name] === screening) ?? 'none'

type Answering = { screening: Screening; shownNumber?: (typeof shownNumbers)[number] | undefined }
type Props = { value: Answering; onChange: (changes: Partial<Answering>) => void }

/** How telephones are rung: who must press 1, and which number they show. */
export function AnsweringFields({ value: { screening, shownNumber = 'caller' }, onChange }: Props) {
  const { t } = useTranslation('answering')
  return (
    <Stack>
      <Select
        label={t('screening')}
        description={t('screeningText')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={names.map((name) => ({ value: name, label: t(`screenings.${name}`) }))}
        value={screeningName(screening)}
        onChange={(name) => {
          const chosen = names.find((one) => one === name)
          if (chosen) onChange({ screening: screenings[chosen] })
        }}
      />
      <Radio.Group
        label={t('shown')}
        description={t('shownText')}
        value={shownNumber}
        onChange={(shown) => onChange({ shownNumber: shownNumbers.find((one) => one === shown) })}
      >
        <Stack gap="xs" mt="xs">
          {shownNumbers.map((one) => (
            <Radio key={one} value={one} label={t(`shownNumbers.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  )
}
