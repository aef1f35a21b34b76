import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeletedField } from '#contract/lead-fields/lead-fields.ts'
import { OWN_FIELDS_MAX, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypeOf } from './field-row.tsx'
import { useArchiveField, useRestoreField } from './lead-fields.api.ts'
import classes from './lead-fields-page.module.css'

type Props = { fields: readonly OwnField[]; onDelete: (field: OwnField) => void }

/** Fields that no screen shows, whose values are kept. */
export function ArchivedFields({ fields, onDelete }: Props) {
  const { t } = useTranslation('lead-fields')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const archive = useArchiveField(businessId)
  if (fields.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="archived-fields">
      <h2 id="archived-fields" className={classes.sectionTitle}>
        {t('archive.title')}
      </h2>
      <p className={classes.sectionText}>{t('archive.text')}</p>
      <ul className={classes.gone} aria-labelledby="archived-fields">
        {fields.map((field) => (
          <li key={field._id} className={classes.goneRow}>
            <bdi className={classes.name}>{nameOf(field)}</bdi>
            <TypeOf field={field} />
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('archive.bringBackOf', { name: nameOf(field) })}
              onClick={() =>
                archive.mutate(
                  { id: field._id, isArchived: false },
                  { onSuccess: () => void toast.success(t('archive.broughtBack', { name: nameOf(field) })) },
                )
              }
            >
              {t('archive.bringBack')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              aria-label={t('deletion.of', { name: nameOf(field) })}
              onClick={() => onDelete(field)}
            >
              {common('delete')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Deleted fields, which can be restored for a while. */
export function DeletedFields({ deleted, count }: { deleted: readonly DeletedField[]; count: number }) {
  const { t } = useTranslation('lead-fields')
  const { businessId } = useBusiness()
  const restore = useRestoreField(businessId)
  if (deleted.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="deleted-fields">
      <h2 id="deleted-fields" className={classes.sectionTitle}>
        {t('deleted.title')}
      </h2>
      <p className={classes.sectionText}>{t('deleted.text')}</p>
      <ul className={classes.gone} aria-labelledby="deleted-fields">
        {deleted.map(({ field, until }) => (
          <li key={field._id} className={classes.goneRow}>
            <bdi className={classes.name}>{nameOf(field)}</bdi>
            <span className={classes.type}>{t('deleted.until', { date: formatDate(until) })}</span>
            <Button
              variant="subtle"
              size="xs"
              disabled={count >= OWN_FIELDS_MAX}
              aria-label={t('deleted.restoreOf', { name: nameOf(field) })}
              onClick={() =>
                restore.mutate(field._id, {
                  onSuccess: () => void toast.success(t('deleted.restored', { name: nameOf(field) })),
                })
              }
            >
              {t('deleted.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
