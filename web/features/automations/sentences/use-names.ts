import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FieldValue, isOwnFieldName, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { formatMoney } from '../../../lib/i18n/format.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { messageTemplatesQuery } from '../../../shared/message-templates/message-templates.api.ts'
import { useTemplateName } from '../../../shared/message-templates/template-name.ts'
import { nameOf, textOfValue, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { statusesQuery } from '../automations.api.ts'
import type { Names } from './sentences.ts'

/** Built-in fields by their names on the wire, as the columns of leads name them. */
const columnOf: Record<string, string> = {
  assignedTo: 'assignedTo',
  campaignId: 'campaign',
  value: 'value',
  tags: 'tags',
}

/** Names of people, statuses, fields and templates; while they load, a placeholder stands for each. */
export function useNames(): Names {
  const { t } = useTranslation(['automations', 'leads', 'calls'])
  const { businessId } = useBusiness()
  const people = useQuery(peopleQuery(businessId)).data?.people
  const statuses = useQuery(statusesQuery(businessId)).data
  const templates = useQuery(messageTemplatesQuery(businessId)).data
  const { fields, isPending } = useOwnFields(businessId)
  const templateName = useTemplateName()
  const known = <T>(list: readonly T[] | undefined, found: string | undefined) => (list ? found : '…')
  const ownOf = (name: string) => fields.find(({ key }) => ownFieldName(key) === name)
  return {
    t,
    personOf: (id) => known(people, people?.find(({ _id }) => _id === id)?.name),
    statusOf: (id) => {
      const status = statuses?.find(({ _id }) => _id === id)
      return known(statuses, status && (currentLanguage() === 'he' ? status.nameHe : status.nameEn))
    },
    fieldOf: (name) => {
      if (!isOwnFieldName(name)) return columnOf[name] && t(`columns.${columnOf[name]}`, { ns: 'leads' })
      const own = ownOf(name)
      return own ? nameOf(own) : isPending ? '…' : undefined
    },
    valueOf: (field, value) => {
      const own = ownOf(field)
      return own ? textOfValue(own, value as FieldValue) : String(value)
    },
    templateOf: (id) => {
      const template = templates?.find(({ _id }) => _id === id)
      if (template) return { name: templateName(template), channel: template.channel }
      return templates ? undefined : { name: '…', channel: 'sms' }
    },
    money: formatMoney,
  }
}
