import { Button, Checkbox, SegmentedControl, TagsInput, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/constants.ts'
import {
  BOOKING_OPTIONS_MAX,
  BOOKING_QUESTIONS_MAX,
  type BookingQuestion,
} from '#contract/leads/meetings/booking/booking-pages.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import classes from './booking-pages.module.css'
import type { SettingsProps } from './content-fields.tsx'

const newQuestion = (questions: readonly BookingQuestion[]): BookingQuestion => ({
  key: `q${Math.max(0, ...questions.map(({ key }) => Number(key.slice(1)) || 0)) + 1}`,
  label: { he: '', en: '' },
  kind: 'text',
  required: false,
  options: [],
})

/** What the guest is asked besides name and phone. */
export function QuestionFields({ settings: { questions }, set, errorOf }: SettingsProps) {
  const { t } = useTranslation('booking-pages')
  const replace = (at: number, changes: Partial<BookingQuestion>) =>
    set({ questions: questions.map((one, i) => (i === at ? { ...one, ...changes } : one)) })
  return (
    <>
      <h3 className={classes.head}>{t('questions')}</h3>
      {questions.map((question, at) => (
        <Question
          key={question.key}
          question={question}
          error={errorOf(`settings.questions.${at}.label`) ?? errorOf('settings.questions')}
          onChange={(changes) => replace(at, changes)}
          onRemove={() => set({ questions: questions.filter((one) => one !== question) })}
        />
      ))}
      {questions.length < BOOKING_QUESTIONS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set({ questions: [...questions, newQuestion(questions)] })}
        >
          {t('addQuestion')}
        </Button>
      )}
    </>
  )
}

type Props = {
  question: BookingQuestion
  error: string | undefined
  onChange: (changes: Partial<BookingQuestion>) => void
  onRemove: () => void
}
function Question({ question: { label, kind, required, options }, error, onChange, onRemove }: Props) {
  const { t } = useTranslation('booking-pages')
  const language = currentLanguage()
  return (
    <div className={classes.question}>
      <div className={classes.pair}>
        {languages.map((one) => (
          <TextInput
            key={one}
            label={t(`question.${one}`)}
            lang={one}
            dir={one === 'he' ? 'rtl' : 'ltr'}
            maxLength={120}
            value={label[one]}
            error={error}
            onChange={({ currentTarget }) => onChange({ label: { ...label, [one]: currentTarget.value } })}
          />
        ))}
      </div>
      <SegmentedControl
        aria-label={t('answerKind')}
        withItemsBorders={false}
        value={kind}
        data={(['text', 'choice'] as const).map((value) => ({ value, label: t(`answer.${value}`) }))}
        onChange={(chosen) => onChange({ kind: chosen === 'choice' ? 'choice' : 'text' })}
      />
      {kind === 'choice' && (
        <TagsInput
          label={t('options')}
          description={t('optionsText')}
          maxTags={BOOKING_OPTIONS_MAX}
          value={options.map((option) => option[language] || option.he || option.en)}
          onChange={(texts) =>
            onChange({
              options: texts.map(
                (text) => options.find(({ he, en }) => he === text || en === text) ?? { he: text, en: text },
              ),
            })
          }
        />
      )}
      <div className={classes.end}>
        <Checkbox
          label={t('required')}
          checked={required}
          onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
        />
        <Button variant="subtle" color="red" size="xs" onClick={onRemove}>
          {t('removeQuestion')}
        </Button>
      </div>
    </div>
  )
}
