import { TextInput, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { NAME_MAX, title } from '#contract/common.ts'
import { issueText } from '../../lib/http/form-errors.ts'
import { UserText } from '../display/user-text.tsx'
import classes from './editable-title.module.css'

type Props = {
  name: string
  /** Of the button that begins the change, and of the field. */
  renameLabel: string
  nameLabel: string
  onRename: (name: string) => void
}

/** A name as the title of its page, changed where it stands. Escape, or leaving an invalid name, keeps the old one. */
export function EditableTitle({ name, renameLabel, nameLabel, onRename }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === null)
    return (
      <UnstyledButton className={classes.title} aria-label={renameLabel} onClick={() => setTyped(name)}>
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
        aria-label={nameLabel}
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
