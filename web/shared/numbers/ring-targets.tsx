import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDeviceDesktop,
  IconPhone,
  IconPlus,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RING_MAX, type RingTarget } from '#contract/calls/routing.ts'
import type { User } from '#contract/team/users.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { looksLikePhone, phoneRule } from '../../ui/forms/phone-rule.ts'
import classes from './ring-targets.module.css'

type Props<T extends RingTarget> = {
  targets: readonly T[]
  onChange: (targets: T[]) => void
  /** A target that was chosen, as the list stores it. */
  toTarget: (target: RingTarget) => T
  people: readonly User[]
  nameOf: (userId: string) => string
  /** They can be moved, and show their place. */
  isInOrder: boolean
  /** Said when there is no target. */
  none: string
  errorAt: (index: number) => string | undefined
  /** More fields of a target. */
  more?: (target: T, name: string) => ReactNode
}

/** Identity of a ring target: a phone or member rings once. */
const keyOf = (target: RingTarget) =>
  target.kind === 'softphone' ? `softphone ${target.userId}` : `phone ${target.phone.replace(/[^\d+]/g, '')}`

/** The phones of a ring list: members' phones in the browser, and outside phones. */
export function RingTargets<T extends RingTarget>({ targets, onChange, toTarget, people, ...props }: Props<T>) {
  const { nameOf, isInOrder, none, errorAt, more } = props
  const { t } = useTranslation('numbers')
  const has = (target: RingTarget) => targets.some((one) => keyOf(one) === keyOf(target))
  const add = (target: RingTarget) => !has(target) && onChange([...targets, toTarget(target)])
  const isFull = targets.length >= RING_MAX
  const others = people.filter(({ _id }) => !has({ kind: 'softphone', userId: _id }))
  const moveOf = (from: number, to: number) =>
    isInOrder && to >= 0 && to < targets.length ? () => onChange(moved(targets, from, to)) : undefined

  return (
    <>
      {targets.length === 0 && <p className={classes.empty}>{none}</p>}
      {targets.length > 0 && (
        <ol className={classes.targets}>
          {targets.map((target, index) => (
            <Target
              key={keyOf(target)}
              target={target}
              nameOf={nameOf}
              place={isInOrder ? index + 1 : undefined}
              onUp={moveOf(index, index - 1)}
              onDown={moveOf(index, index + 1)}
              onRemove={() => onChange(targets.filter((one) => one !== target))}
              error={errorAt(index)}
              more={more?.(target, target.kind === 'phone' ? target.phone : nameOf(target.userId))}
            />
          ))}
        </ol>
      )}
      <div className={classes.adds}>
        <Select
          // Choosing adds a member and clears the field for the next one.
          key={targets.length}
          label={t('ring.addPerson')}
          placeholder={t(others.length > 0 ? 'ring.choosePerson' : 'ring.everybody')}
          leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
          searchable
          disabled={isFull || others.length === 0}
          data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
          nothingFoundMessage={t('ring.noPerson')}
          onChange={(userId) => userId && add({ kind: 'softphone', userId })}
        />
        <AddPhone disabled={isFull} onAdd={(phone) => add({ kind: 'phone', phone, userId: null })} />
      </div>
    </>
  )
}

function moved<T>(targets: readonly T[], from: number, to: number) {
  const list = [...targets]
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}

type TargetProps = {
  target: RingTarget
  nameOf: (userId: string) => string
  /** Position in the order, if there is one. */
  place: number | undefined
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
  error: string | undefined
  more: ReactNode
}

function Target({ target, nameOf, place, onUp, onDown, onRemove, error, more }: TargetProps) {
  const { t } = useTranslation('numbers')
  const isPhone = target.kind === 'phone'
  const name = isPhone ? target.phone : nameOf(target.userId)
  const Kind = isPhone ? IconPhone : IconDeviceDesktop
  const move = (act: (() => void) | undefined, label: string, Icon: typeof IconArrowUp) => (
    <ActionIcon aria-label={label} disabled={!act} onClick={act}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <li className={classes.target}>
      <span className={classes.kind} aria-hidden>
        {place ?? <Kind size={16} stroke={1.75} />}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          {isPhone ? <Phone number={target.phone} /> : <UserText cut>{name}</UserText>}
        </span>
        <span className={error ? classes.wrong : classes.second}>{error ?? t(`ring.kind.${target.kind}`)}</span>
      </span>
      {more}
      {place !== undefined && (
        <>
          {move(onUp, t('ring.up', { name }), IconArrowUp)}
          {move(onDown, t('ring.down', { name }), IconArrowDown)}
        </>
      )}
      <ActionIcon aria-label={t('ring.remove', { name })} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function AddPhone({ disabled, onAdd }: { disabled: boolean; onAdd: (phone: string) => void }) {
  const { t } = useTranslation('numbers')
  const [phone, setPhone] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    if (!looksLikePhone(phone)) return setError(phoneRule('phone', phone || '?').phone)
    onAdd(phone.trim())
    setPhone('')
    setError(undefined)
  }
  return (
    <div className={classes.addPhone}>
      <TextInput
        type="tel"
        dir="ltr"
        label={t('ring.addPhone')}
        placeholder="050-000-0000"
        value={phone}
        error={error}
        disabled={disabled}
        autoComplete="off"
        leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPlus stroke={2} />}
        disabled={disabled || !phone.trim()}
        onClick={add}
      >
        {t('ring.add')}
      </Button>
    </div>
  )
}
