import { useTranslation } from 'react-i18next'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { shiftText } from '../shift-text.ts'
import { type Hole, holeRange } from '../team/week-rules.ts'

type Props = { hole: Hole; campaign: string }

/** Which campaign has too few people. */
export function HoleTitle({ hole, campaign }: Props) {
  const { t } = useTranslation('shifts')
  const { most, minimum } = hole
  const name = <UserText>{campaign}</UserText>
  if (most === 0) return <InterpolatedText text={(marks) => t('holes.noOne', marks)} parts={{ name }} />
  return <InterpolatedText text={(marks) => t('holes.few', { ...marks, most, minimum })} parts={{ name }} />
}

/** When. */
export const HoleTime = ({ hole }: Pick<Props, 'hole'>) => (
  <>
    {formatWeekday(noonOf(hole.day))}, <bdi dir="ltr">{shiftText(holeRange(hole))}</bdi>
  </>
)
