import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fileRoutes, type LeadFile } from '#contract/files/files.ts'
import { call } from '../../lib/http/call.ts'
import { toast } from '../../ui/feedback/toast.tsx'

export const fileKeys = {
  ofLead: (businessId: string, leadId: string) => ['files', businessId, leadId] as const,
}

export const filesQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: fileKeys.ofLead(businessId, leadId),
    queryFn: ({ signal }) => call(fileRoutes.list, { params: { id: leadId } }, { signal }),
    staleTime: 0,
  })

/** A file with fresh addresses, which work for a while. */
export const fileQuery = (businessId: string, { leadId, _id: fileId }: Pick<LeadFile, 'leadId' | '_id'>) =>
  queryOptions({
    queryKey: [...fileKeys.ofLead(businessId, leadId), fileId],
    queryFn: ({ signal }) => call(fileRoutes.get, { params: { id: leadId, fileId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

type Place = { businessId: string; leadId: string }
const one = ({ leadId, _id: fileId }: LeadFile) => ({ params: { id: leadId, fileId } })

/** Deletes a file, with Undo. */
export function useDeleteFile({ businessId, leadId }: Place) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const settled = () => client.invalidateQueries({ queryKey: fileKeys.ofLead(businessId, leadId) })
  const restore = useMutation({
    mutationFn: (file: LeadFile) => call(fileRoutes.restore, one(file)),
    onSettled: settled,
  })
  return useMutation({
    mutationFn: (file: LeadFile) => call(fileRoutes.remove, one(file)),
    onSuccess: (_, file) => toast.success(t('deleted', { name: file.name }), { undo: () => restore.mutate(file) }),
    onSettled: settled,
  })
}

/** Downloads a file through the browser. */
export const useDownload = () =>
  useMutation({
    mutationFn: (file: LeadFile) => call(fileRoutes.get, one(file)),
    onSuccess: ({ url }) => Object.assign(document.createElement('a'), { href: url, download: '' }).click(),
  })
