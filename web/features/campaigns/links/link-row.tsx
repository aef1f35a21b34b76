import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { UserText } from '../../../ui/display/user-text.tsx'
import type { LinkValues } from '../edit/campaign-form.ts'
import classes from './campaign-links.module.css'
import { ShortLink } from './short-link.tsx'

type Props = { link: LinkValues; onEdit: () => void; onRemove: () => void }

/** One link of the list, with its short URL once stored. */
export function LinkRow({ link: { label, url, utm, stored }, onEdit, onRemove }: Props) {
  const { t } = useTranslation('campaigns')
  const name = label || t('links.unnamed')
  const tags = [utm.source, utm.medium, utm.campaign, utm.content, utm.term].filter((value) => value.trim())
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name}>
          <UserText cut>{name}</UserText>
        </span>
        <bdi dir="ltr" className={classes.url}>
          {url}
        </bdi>
        {tags.length > 0 && (
          <bdi dir="ltr" className={classes.url}>
            {tags.join(' · ')}
          </bdi>
        )}
        {stored ? (
          <ShortLink shortUrl={stored.shortUrl} clicks={stored.clicks} name={name} />
        ) : (
          <span className={classes.soon}>{t('links.soon')}</span>
        )}
      </div>
      <ActionIcon aria-label={t('links.editOf', { name })} onClick={onEdit}>
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('links.removeOf', { name })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}
