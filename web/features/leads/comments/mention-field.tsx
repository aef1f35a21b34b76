import { Popover, Textarea, type TextareaProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, Suspense, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { COMMENT_MAX } from '#contract/leads/comments/comment-shapes.ts'
import type { User } from '#contract/team/users.ts'
import { directionOfTyped } from '../../../lib/i18n/typed-direction.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useSession } from '../../../lib/session/session.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { mentionableQuery } from './comments.api.ts'
import { type CommentDraft, matching, queryAt, retyped, sentText, withMention } from './mention-draft.ts'
import classes from './mention-field.module.css'
import type { usePastedPictures } from './use-pasted-pictures.ts'

const DraftPictures = lazily(() => import('./draft-pictures.tsx'), 'DraftPictures')

type Props = {
  businessId: string
  leadId: string
  draft: CommentDraft
  onDraft: (draft: CommentDraft) => void
  /** Ctrl+Enter or ⌘+Enter. */
  onSend: () => void
  field: RefObject<HTMLTextAreaElement | null>
  pasted: ReturnType<typeof usePastedPictures>
} & Pick<
  TextareaProps,
  'className' | 'variant' | 'placeholder' | 'minRows' | 'maxRows' | 'aria-label' | 'onKeyDown' | 'autoFocus'
>

/** The text of a comment; `@` offers the colleagues who may read the lead, and pasted pictures stand above it. */
export function MentionField({ onSend, pasted, onKeyDown, className, ...props }: Props) {
  const { businessId, leadId, draft, onDraft, field, ...textarea } = props
  const { t } = useTranslation('leads')
  const listId = useId()
  const picker = useMentionPicker({ businessId, leadId, draft, onDraft, field })
  const { people, active, isOpen } = picker
  const optionId = (index: number) => `${listId}-${index}`
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSent || picker.press(event.key)) event.preventDefault()
    if (isSent) onSend()
    else if (!event.defaultPrevented) onKeyDown?.(event)
  }
  return (
    <div className={className}>
      {(draft.pictures.length > 0 || pasted.adding > 0) && (
        <Suspense>
          <DraftPictures
            {...{ businessId, leadId }}
            fileIds={draft.pictures}
            adding={pasted.adding}
            onRemove={pasted.remove}
          />
        </Suspense>
      )}
      <Popover
        opened={isOpen}
        position="top-start"
        offset={6}
        withRoles={false}
        trapFocus={false}
        onDismiss={picker.close}
      >
        <Popover.Target>
          <Textarea
            {...textarea}
            ref={field}
            value={draft.text}
            maxLength={COMMENT_MAX - (sentText(draft).length - draft.text.trim().length)}
            autosize
            dir={directionOfTyped(draft.text)}
            aria-autocomplete="list"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? optionId(active) : undefined}
            onChange={({ currentTarget }) => {
              onDraft(retyped(draft, currentTarget.value))
              picker.moveTo(currentTarget.selectionStart)
            }}
            onSelect={({ currentTarget }) => picker.moveTo(currentTarget.selectionStart)}
            onBlur={picker.close}
            onKeyDown={press}
            onPaste={pasted.onPaste}
          />
        </Popover.Target>
        <Popover.Dropdown p={0} miw="14rem" maw="20rem">
          <div className={classes.people} id={listId} role="listbox" aria-label={t('mention.people')}>
            {people.map((person, index) => (
              // The focus stays in the field, whose keys choose.
              <div
                key={person._id}
                id={optionId(index)}
                ref={index === active ? scrollIntoSight : null}
                className={classes.person}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => picker.pick(person)}
                onKeyDown={undefined}
              >
                <PersonAvatar {...person} id={person._id} />
                <bdi className={classes.name}>{person.name}</bdi>
              </div>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

const scrollIntoSight = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' })

type PickerProps = Pick<Props, 'businessId' | 'leadId' | 'draft' | 'onDraft' | 'field'>
/** The people offered for the name that is typed at the caret. */
function useMentionPicker({ businessId, leadId, draft, onDraft, field }: PickerProps) {
  const { user } = useSession()
  const [caret, setCaret] = useState<number>()
  /** The `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const typed = caret === undefined ? undefined : queryAt(draft, caret)
  const { data } = useQuery({ ...mentionableQuery(businessId, leadId), enabled: typed !== undefined })
  const people = typed ? matching(data?.people ?? [], typed.query).filter(({ _id }) => _id !== user._id) : []
  const isOpen = typed !== undefined && people.length > 0 && typed.from !== closedAt
  const active = Math.min(chosen, people.length - 1)

  const pick = (person: User) => {
    if (!typed || caret === undefined) return
    const next = withMention(draft, { from: typed.from, to: caret }, person)
    // The caret is placed in the new text.
    flushSync(() => onDraft(next.draft))
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
    setCaret(next.caret)
    setChosen(0)
  }
  const move = (step: number) => setChosen((active + step + people.length) % people.length)
  /** Returns whether the key was the list's. */
  const press = (key: string) => {
    const person = people[active]
    if (!isOpen || !person) return false
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' || key === 'Tab') pick(person)
    else if (key === 'Escape') setClosedAt(typed.from)
    else return false
    return true
  }
  const moveTo = (place: number) => {
    setCaret(place)
    if (place !== caret) setChosen(0)
  }
  return { people, active, isOpen, pick, press, moveTo, close: () => setCaret(undefined) }
}
