import { TextInput, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NAME_MAX, title } from '#contract/common.ts'
import { issueText } from '../../../lib/http/form-errors.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './editor.module.css'

type Props = { name: string; onRename: (name: string) => void }

/** The name, changed where it stands. */
export function AutomationTitle({ name, onRename }: Props) {
  const { t } = useTranslation('automations')
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === null)
    return (
      <UnstyledButton className={classes.title} aria-label={t('rename', { name })} onClick={() => setTyped(name)}>
        <UserText>{name}</UserText>
        <IconPencil className={classes.pencil} size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    )
  const checked = title.safeParse(typed)
  const [issue] = checked.error?.issues ?? []
  const finish = () => {
    if (checked.success && checked.data !== name) onRename(checked.data)
    setTyped(null)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.success) finish()
      }}
    >
      <TextInput
        autoFocus
        dir="auto"
        aria-label={t('name')}
        maxLength={NAME_MAX}
        autoComplete="off"
        value={typed}
        error={issue && issueText(issue)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setTyped(null)
        }}
      />
    </form>
  )
}
