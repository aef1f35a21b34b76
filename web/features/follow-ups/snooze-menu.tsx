import { Menu } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoments } from '../../shared/times/use-moments.ts'
import { piecesOfDue } from './due.ts'
import classes from './follow-ups.module.css'

type Props = {
  /** The button that opens the menu. */
  children: ReactElement
  onPick: (dueAt: string) => void
  /** Opens the form, for any other time. */
  onOther?: (() => void) | undefined
  opened?: boolean
  onChange?: (opened: boolean) => void
}

/** The times offered for a follow-up, each with its day, so that one on a Saturday says so. */
export function SnoozeMenu({ children, onPick, onOther, opened, onChange }: Props) {
  return (
    <Menu {...(opened !== undefined && { opened })} {...(onChange && { onChange })}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <SnoozeItems onPick={onPick} onOther={onOther} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Rendered only while the menu is open, so the times count from that moment. */
function SnoozeItems({ onPick, onOther }: { onPick: Props['onPick']; onOther: (() => void) | undefined }) {
  const { t } = useTranslation('follow-ups')
  const moments = useMoments()
  return (
    <>
      {moments.map(({ kind, at }) => {
        const [day, time] = piecesOfDue(at)
        return (
          <Menu.Item
            key={kind}
            rightSection={
              <span className={classes.when}>
                <bdi>{day}</bdi> <bdi dir="ltr">{time}</bdi>
              </span>
            }
            onClick={() => onPick(at.toISOString())}
          >
            {t(`moments.${kind}`)}
          </Menu.Item>
        )
      })}
      {onOther && (
        <Menu.Item leftSection={<IconCalendarTime aria-hidden />} onClick={onOther}>
          {t('moments.other')}
        </Menu.Item>
      )}
    </>
  )
}
