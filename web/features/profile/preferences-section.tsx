import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import { callsFrom, leadViews } from '#contract/team/users.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { switchLanguage } from '../../lib/i18n/language.ts'
import { useSession } from '../../lib/session/session.ts'
import { useSaveUser } from './profile.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

const schemes: MantineColorScheme[] = ['light', 'dark', 'auto']
/** Each language is named in itself. */
const languageNames: { value: Language; label: ReactNode }[] = [
  { value: 'he', label: <span lang="he">עברית</span> },
  { value: 'en', label: <span lang="en">English</span> },
]

/** Language, colour scheme and view of leads; each choice is saved at once. */
export function PreferencesSection() {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const save = useSaveUser()
  return (
    <ProfileSection title={t('preferences.title')} text={t('preferences.text')}>
      <Choice
        label={t('preferences.language')}
        value={currentLanguage()}
        options={languageNames}
        onChange={(language) => void switchLanguage(language)}
      />
      <Choice
        label={t('preferences.scheme')}
        value={colorScheme}
        options={schemes.map((value) => ({ value, label: t(`preferences.schemes.${value}`) }))}
        onChange={setColorScheme}
      />
      <Choice
        label={t('preferences.leadView')}
        value={save.isPending ? (save.variables.leadView ?? user.leadView) : user.leadView}
        options={leadViews.map((value) => ({ value, label: t(`preferences.leadViews.${value}`) }))}
        onChange={(leadView) => save.mutate({ leadView })}
      />
      <Choice
        label={t('preferences.callsFrom')}
        value={(save.isPending ? save.variables.callsFrom : user.callsFrom) ?? 'ask'}
        options={(['ask', ...callsFrom] as const).map((value) => ({
          value,
          label: t(`preferences.callsFroms.${value}`),
        }))}
        onChange={(from) => save.mutate({ callsFrom: from === 'ask' ? null : from })}
      />
    </ProfileSection>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  value: T
  options: { value: T; label: ReactNode }[]
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className={classes.choice}>
      <span id={id} className={classes.value}>
        {label}
      </span>
      <SegmentedControl aria-labelledby={id} data={options} value={value} onChange={onChange} />
    </div>
  )
}
