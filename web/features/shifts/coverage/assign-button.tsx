import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'

type Props = { name: string; onClick: () => void }

/** Gives a person the shift that is missing. */
export function AssignButton({ name, onClick }: Props) {
  const { t } = useTranslation('shifts')
  return (
    <Button variant="default" onClick={onClick}>
      <span>
        <InterpolatedText text={(marks) => t('holes.assign', marks)} parts={{ name: <UserText>{name}</UserText> }} />
      </span>
    </Button>
  )
}
