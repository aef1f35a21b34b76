import { useTranslation } from 'react-i18next'
import type { Destination } from '#contract/calls/adopted-numbers.ts'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'

/** Where the provider sends the calls of a number that is not ours. */
export function DestinationText({ destination: { kind, at } }: { destination: Destination }) {
  const { t } = useTranslation('numbers')
  return (
    <InterpolatedText text={(marks) => t(`adopt.goesTo.${kind}`, marks)} parts={{ at: <bdi dir="ltr">{at}</bdi> }} />
  )
}
