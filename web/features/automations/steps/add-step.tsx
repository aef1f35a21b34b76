import { Menu, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  AUTOMATION_LEVELS_MAX,
  AUTOMATION_STEPS_MAX,
  type Step,
} from '#contract/leads/automations/automation-shapes.ts'
import { stepIcons, stepKinds } from './step-icons.ts'
import classes from './steps.module.css'

type Props = {
  /** Depth of the list, from 1. */
  level: number
  /** Steps that the automation has. */
  count: number
  onAdd: (kind: Step['kind']) => void
}

/** Adds a step at the end of a list. */
export function AddStep({ level, count, onAdd }: Props) {
  const { t } = useTranslation('automations')
  if (count >= AUTOMATION_STEPS_MAX)
    return level === 1 ? <p className={classes.note}>{t('full', { count: AUTOMATION_STEPS_MAX })}</p> : null
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.add}>
          <span className={classes.plus} aria-hidden>
            <IconPlus size={14} stroke={2} />
          </span>
          {t('addStep')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {stepKinds.map((kind) => {
          const Icon = stepIcons[kind]
          return (
            <Menu.Item
              key={kind}
              disabled={kind === 'branch' && level >= AUTOMATION_LEVELS_MAX}
              leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
              onClick={() => onAdd(kind)}
            >
              {t(`kinds.${kind}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
