import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fileQuery } from './files.api.ts'
import classes from './files.module.css'

type Props = { businessId: string; leadId: string; fileId: string }

/** A picture in a comment: the preview opens beside the page. */
export function CommentPicture({ businessId, leadId, fileId }: Props) {
  const { t } = useTranslation('files')
  const { data, error } = useQuery(fileQuery(businessId, { leadId, _id: fileId }))
  if (error) return <span className={classes.goneInText}>{t('gone')}</span>
  if (!data) return <span className={classes.inText} />
  const { file, preview, url } = data
  return (
    <a href={preview ?? url} target="_blank" rel="noreferrer" className={classes.inText}>
      {file.thumbnail ? <img src={file.thumbnail} alt={file.name} /> : file.name}
    </a>
  )
}
