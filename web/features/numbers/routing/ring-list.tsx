import { ActionIcon, Button, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDeviceDesktop,
  IconPhone,
  IconPlus,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RING_MAX, RING_SECONDS_MAX, RING_SECONDS_MIN, type RingTarget, type Routing } from '#contract/calls/routing.ts'
import type { User } from '#contract/team/users.ts'
import { errorBelow } from '../../../lib/http/error-below.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { looksLikePhone, phoneRule } from '../../../ui/forms/phone-rule.ts'
import { useRingChoices } from './ring-choices.ts'
import classes from './ring-list.module.css'
import { keyOf, type RoutingFields } from './routing-form.ts'

/** The ring list, simultaneous or in order: members' phones in the browser, and outside phones. */
export function RingList({ routing, onChange, errors, known = [] }: RoutingFields & { known?: User[] }) {
  const { t } = useTranslation('numbers')
  const { ring } = routing
  const { people, nameOf } = useRingChoices(known)
  const set = (changes: Partial<Routing['ring']>) => onChange({ ring: { ...ring, ...changes } })
  const setTargets = (targets: RingTarget[]) => set({ targets })
  const has = (target: RingTarget) => ring.targets.some((one) => keyOf(one) === keyOf(target))
  const add = (target: RingTarget) => !has(target) && setTargets([...ring.targets, target])
  const isFull = ring.targets.length >= RING_MAX
  const isInOrder = ring.mode === 'in_order'
  const others = people.filter(({ _id }) => !has({ kind: 'softphone', userId: _id }))

  return (
    <div className={classes.ring}>
      {ring.targets.length === 0 && <p className={classes.empty}>{t('ring.noTargets')}</p>}
      {ring.targets.length > 0 && (
        <ol className={classes.targets}>
          {ring.targets.map((target, index) => (
            <Target
              key={keyOf(target)}
              target={target}
              nameOf={nameOf}
              place={isInOrder ? index + 1 : undefined}
              onUp={isInOrder && index > 0 ? () => setTargets(moved(ring.targets, index, index - 1)) : undefined}
              onDown={
                isInOrder && index < ring.targets.length - 1
                  ? () => setTargets(moved(ring.targets, index, index + 1))
                  : undefined
              }
              onRemove={() => setTargets(ring.targets.filter((one) => one !== target))}
              error={errors[`ring.targets.${index}.phone`] ?? errors[`ring.targets.${index}`]}
            />
          ))}
        </ol>
      )}
      <div className={classes.adds}>
        <Select
          // Choosing adds a member and clears the field for the next one.
          key={ring.targets.length}
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
      {ring.targets.length > 1 && (
        <SegmentedControl
          value={ring.mode}
          onChange={(mode) => set({ mode: mode === 'in_order' ? 'in_order' : 'together' })}
          aria-label={t('ring.mode')}
          data={[
            { value: 'together', label: t('ring.together') },
            { value: 'in_order', label: t('ring.in_order') },
          ]}
        />
      )}
      <NumberInput
        className={classes.seconds ?? ''}
        label={t(isInOrder ? 'ring.secondsEach' : 'ring.seconds')}
        value={ring.seconds}
        min={RING_SECONDS_MIN}
        max={RING_SECONDS_MAX}
        allowDecimal={false}
        allowNegative={false}
        error={errorBelow(errors, 'ring.seconds')}
        onChange={(seconds) => typeof seconds === 'number' && set({ seconds })}
      />
      <Switch
        label={t('ring.knownFirst')}
        description={t('ring.knownFirstText')}
        checked={ring.knownFirst}
        onChange={({ currentTarget }) => set({ knownFirst: currentTarget.checked })}
      />
    </div>
  )
}

function moved(targets: RingTarget[], from: number, to: number) {
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
}

function Target({ target, nameOf, place, onUp, onDown, onRemove, error }: TargetProps) {
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
