import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_DIGITS_MIN, SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { auditChoicesQuery, auditLeadsQuery } from './audit.api.ts'
import classes from './audit-page.module.css'

/** Pause in typing before leads are searched. */
const DEBOUNCE_MS = 300

type Choice = { _id: string; name: string; email?: string | null; phone?: string | null }
type Props = { about: string | undefined; onChange: (about: string | undefined) => void }

/** Filters the log by a lead, person or campaign, found by name, phone or e-mail. */
export function AboutFilter({ about, onChange }: Props) {
  const { t } = useTranslation('audit')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Choice>()
  const { data, isFetching } = useQuery(auditChoicesQuery(businessId, about))
  const known = [picked, data?.about].find((one) => one?._id === about)
  const chosen: Choice | undefined = about
    ? { _id: about, name: known?.name ?? (isFetching ? '' : t('aboutUnnamed')) }
    : undefined
  // If a name is selected, it is the field's text; it is not a search.
  const words = typed === chosen?.name ? '' : typed.trim().slice(0, SEARCH_MAX)
  const [search] = useDebouncedValue(words, DEBOUNCE_MS)
  const isAsked = words.length >= SEARCH_MIN
  const found = useQuery(auditLeadsQuery(businessId, isAsked ? search : ''))
  const isSearching = isAsked && (found.isFetching || search !== words)
  const groups = [
    { group: t('leads'), choices: isAsked ? (found.data?.leads ?? []).map(withName) : [] },
    { group: t('people'), choices: (data?.people ?? []).filter(isFound(words)) },
    { group: t('campaigns'), choices: (data?.campaigns ?? []).filter(isFound(words)) },
  ]
  const offered = new Map(groups.flatMap(({ choices }) => choices).map((choice) => [choice._id, choice]))
  return (
    <Select
      className={classes.about ?? ''}
      aria-label={t('about')}
      placeholder={t('about')}
      searchable
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': common('clearFilter', { name: t('about') }) }}
      value={about ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[
        // The selected value needs its own entry, because it would have no label otherwise.
        ...(chosen && !offered.has(chosen._id) ? [{ value: chosen._id, label: chosen.name }] : []),
        ...groups
          .filter(({ choices }) => choices.length > 0)
          .map(({ group, choices }) => ({
            group,
            items: choices.map(({ _id, name }) => ({ value: _id, label: name })),
          })),
      ]}
      // The server already filtered the options; the selected entry was added for its label only and stays hidden.
      filter={({ options }) => options.filter((option) => 'group' in option || offered.has(option.value))}
      nothingFoundMessage={isSearching ? t('searching') : isAsked ? t('noMatch') : t('aboutMore')}
      renderOption={({ option }) => <Offered {...(offered.get(option.value) ?? { name: option.label })} />}
      onChange={(id) => {
        setPicked(id === null ? undefined : offered.get(id))
        onChange(id ?? undefined)
      }}
    />
  )
}

const withName = ({ _id, name, phone, email }: Choice): Choice => ({
  _id,
  name: name || phone || email || '',
  phone: phone ?? null,
  email: email ?? null,
})

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')
/** Whether the text is part of the name or the e-mail, or its digits part of the phone. */
const isFound = (words: string) => {
  const wanted = words.toLowerCase()
  const digits = digitsOf(words)
  return ({ name, email, phone }: Choice) =>
    [name, email ?? ''].some((text) => text.toLowerCase().includes(wanted)) ||
    (digits.length >= SEARCH_DIGITS_MIN && digitsOf(phone ?? '').includes(digits))
}

function Offered({ name, phone, email }: Omit<Choice, '_id'>) {
  const second: ReactNode = phone ? <Phone number={phone} /> : email ? <bdi dir="ltr">{email}</bdi> : undefined
  return (
    <div className={classes.offered}>
      <UserText cut>{name}</UserText>
      {second && <span className={classes.second}>{second}</span>}
    </div>
  )
}
