import { ActionIcon, Box, Button, Menu, Switch } from '@mantine/core'
import { IconCode, IconDots, IconExternalLink, IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedForm } from '#contract/forms.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { SubmissionsOf } from './form-submissions.tsx'
import { useOpenForm } from './forms.api.ts'
import classes from './forms-page.module.css'

export type RowAct = 'embed' | 'requests' | 'delete'
type Props = { form: ListedForm; onAct: (act: RowAct, form: ListedForm) => void }

export function FormRow({ form, onAct }: Props) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const address = `${window.location.origin}/f/${form.key}`
  const canEdit = useCan('campaigns.edit', form.campaignId)
  const name = <UserText cut>{form.name}</UserText>
  return (
    <Box component="li" className={classes.row} mod={{ off: !form.isEnabled }}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          {canEdit ? <Link to={paths.form(businessId, form.campaignId, form._id)}>{name}</Link> : name}
        </h2>
        <span className={classes.address}>
          <a dir="ltr" href={address} target="_blank" rel="noreferrer" title={address}>
            {address.replace(/^https?:\/\//, '')}
          </a>
          <CopyButton value={address} what={t('address')} />
        </span>
      </div>
      <div className={classes.words}>
        <span>
          {form.languages.map((language) => t(`languages.${language}`)).join(' · ')} ·{' '}
          {t('fieldsCount', { count: form.fields.length })}
        </span>
        <span className={classes.second}>{t('createdOn', { date: formatDate(form.createdAt) })}</span>
      </div>
      <div className={classes.words}>{form.submissions && <SubmissionsOf submissions={form.submissions} />}</div>
      {canEdit ? (
        <RowActions form={form} address={address} onAct={onAct} />
      ) : (
        !form.isEnabled && <span className={classes.second}>{t('closed')}</span>
      )}
    </Box>
  )
}

/** Actions on a form, for members who may edit the campaign. */
function RowActions({ form, address, onAct }: Props & { address: string }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const open = useOpenForm(businessId, form.campaignId)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCode size={16} stroke={1.75} aria-hidden />}
        onClick={() => onAct('embed', form)}
      >
        {t('embed.short')}
      </Button>
      <Switch
        checked={form.isEnabled}
        aria-label={t('openOf', { name: form.name })}
        onChange={({ currentTarget }) => open.mutate({ _id: form._id, isEnabled: currentTarget.checked })}
      />
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('menuOf', { name: form.name })}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={paths.form(businessId, form.campaignId, form._id)}
            leftSection={<IconPencil />}
          >
            {t('menu.edit')}
          </Menu.Item>
          <Menu.Item component="a" href={address} target="_blank" rel="noreferrer" leftSection={<IconExternalLink />}>
            {t('embed.open')}
          </Menu.Item>
          <Menu.Item leftSection={<IconListDetails />} onClick={() => onAct('requests', form)}>
            {t('menu.requests')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash />} onClick={() => onAct('delete', form)}>
            {t('menu.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
