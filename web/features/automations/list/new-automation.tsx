import { Modal, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AutomationTemplate, automationTemplates } from '#contract/leads/automations/automation-templates.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { useCreateAutomation } from '../automations.api.ts'
import { triggerIcons } from '../steps/step-icons.ts'
import classes from './list.module.css'

/** Starts a draft: of a template, or empty. */
export function NewAutomation({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['automations', 'common'])
  const { businessId } = useBusiness()
  const navigate = useNavigate()
  const create = useCreateAutomation(businessId)
  const [search, setSearch] = useState<string>()
  const start = (template: AutomationTemplate | null) => {
    const name = template ? t(`templates.${template}.name`) : t('newName')
    create.mutate(
      { name, template, language: currentLanguage() },
      {
        onSuccess: ({ automation }) =>
          void navigate({ to: paths.automation(businessId, automation._id), replace: true }),
      },
    )
  }
  const words = search?.trim().toLocaleLowerCase() ?? ''
  const keys = Object.keys(automationTemplates) as AutomationTemplate[]
  const found = keys.filter((key) =>
    `${t(`templates.${key}.name`)} ${t(`templates.${key}.text`)}`.toLocaleLowerCase().includes(words),
  )
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('new')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <UnstyledButton className={classes.choice} disabled={create.isPending} onClick={() => start(null)}>
        <IconPlus className={classes.choiceIcon} size={18} stroke={1.75} aria-hidden />
        <span className={classes.choiceWords}>
          <span className={classes.choiceName}>{t('startEmpty')}</span>
          <span className={classes.choiceText}>{t('startEmptyText')}</span>
        </span>
      </UnstyledButton>
      <h3 className={classes.templates}>{t('templatesTitle', { count: keys.length })}</h3>
      <SearchField value={search} onSearch={setSearch} label={t('searchTemplates')} />
      {create.error && (
        <p className={classes.error} role="alert">
          {create.error.message}
        </p>
      )}
      <ul className={classes.choices}>
        {found.map((key) => {
          const Icon = triggerIcons[automationTemplates[key]]
          return (
            <li key={key}>
              <UnstyledButton className={classes.choice} disabled={create.isPending} onClick={() => start(key)}>
                <Icon className={classes.choiceIcon} size={18} stroke={1.75} aria-hidden />
                <span className={classes.choiceWords}>
                  <span className={classes.choiceName}>{t(`templates.${key}.name`)}</span>
                  <span className={classes.choiceText}>{t(`templates.${key}.text`)}</span>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <p className={classes.text}>{t('noTemplatesFound')}</p>}
    </Modal>
  )
}
