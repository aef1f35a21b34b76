import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { OPERATION_POLL_MS, operationRoutes } from '#contract/leads/operations.ts'
import { type ImportSettings, type LeadImport, leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import { call } from '../../../lib/http/call.ts'
import { invalidateLeads } from '../leads.api.ts'

const keys = {
  all: (businessId: string) => ['lead-imports', businessId] as const,
  one: (businessId: string, id: string) => [...keys.all(businessId), id] as const,
}
export const isImporting = ({ state }: Pick<LeadImport, 'state'>) => state === 'queued' || state === 'running'

export const importsQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...keys.all(businessId), 'list'],
    queryFn: () => call(leadImportRoutes.list),
    staleTime: 0,
  })

/** One import; while its rows are imported, it is asked for again. */
export const importQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: keys.one(businessId, id),
    queryFn: () => call(leadImportRoutes.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isImporting(data.import) ? OPERATION_POLL_MS : false),
  })

export const valuesQuery = (businessId: string, id: string, column: number) =>
  queryOptions({
    queryKey: [...keys.one(businessId, id), 'values', column],
    queryFn: () => call(leadImportRoutes.values, { params: { id }, query: { column } }),
    staleTime: 60_000,
  })

export const checkQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: [...keys.one(businessId, id), 'check'],
    queryFn: () => call(leadImportRoutes.check, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })

/** The acts on imports. Each shows the server's refusal by itself. */
export function useImportActs(businessId: string) {
  const client = useQueryClient()
  const settle = () => client.invalidateQueries({ queryKey: keys.all(businessId) })
  const keep = ({ import: one }: { import: LeadImport }) =>
    client.setQueryData(keys.one(businessId, one._id), { success: true as const, import: one })
  const upload = useMutation({
    mutationFn: ({ file, settingsOf }: { file: File; settingsOf?: string | undefined }) =>
      call(leadImportRoutes.upload, {
        file,
        query: { name: file.name.slice(-200), ...(settingsOf && { settingsOf }) },
      }),
    onSuccess: keep,
  })
  const change = useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: ImportSettings }) =>
      call(leadImportRoutes.change, { params: { id }, body: settings }),
    onSuccess: keep,
  })
  const run = useMutation({
    mutationFn: (id: string) => call(leadImportRoutes.run, { params: { id } }),
    onSuccess: keep,
    onSettled: settle,
  })
  const undo = useMutation({
    mutationFn: (operationId: string) => call(operationRoutes.undo, { params: { id: operationId } }),
    onSettled: async () => {
      await settle()
      await invalidateLeads(client, businessId)
    },
  })
  const cancel = useMutation({
    mutationFn: (operationId: string) => call(operationRoutes.cancel, { params: { id: operationId } }),
    onSettled: settle,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(leadImportRoutes.remove, { params: { id } }),
    onSettled: settle,
  })
  const failed = useMutation({
    mutationFn: (id: string) => call(leadImportRoutes.failed, { params: { id } }),
    onSuccess: ({ url }) => Object.assign(document.createElement('a'), { href: url, download: '' }).click(),
  })
  return { upload, change, run, undo, cancel, remove, failed }
}
