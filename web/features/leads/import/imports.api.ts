import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import { OPERATION_POLL_MS, operationRoutes } from '#contract/leads/operations.ts'
import {
  IMPORT_ROWS_LISTED,
  type ImportFate,
  type ImportSettings,
  type LeadImport,
  leadImportRoutes,
  type ShownImportTarget,
} from '#contract/leads/sheets/lead-import.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
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

export const valuesQuery = (businessId: string, id: string, column: number, target?: ShownImportTarget) =>
  queryOptions({
    queryKey: [...keys.one(businessId, id), 'values', column, target],
    queryFn: () => call(leadImportRoutes.values, { params: { id }, query: { column, ...(target && { target }) } }),
    staleTime: 0,
  })

export type Checked = RouteReply<typeof leadImportRoutes.check>
/** `version`: how often the settings or cells were changed. */
export const checkQuery = (businessId: string, id: string, version: number) =>
  queryOptions({
    queryKey: [...keys.one(businessId, id), 'check', version],
    queryFn: ({ signal }) => call(leadImportRoutes.check, { params: { id } }, { signal }),
    meta: { silent: true },
    staleTime: 0,
    gcTime: 0,
  })

/** Rows of an import with one fate, page after page; while rows are imported, what is there is shown. */
export const rowsQuery = (businessId: string, id: string, fate: ImportFate) =>
  infiniteQueryOptions({
    queryKey: [...keys.one(businessId, id), 'rows', fate],
    queryFn: ({ pageParam }) =>
      call(leadImportRoutes.rows, { params: { id }, query: { fate, ...(pageParam > 0 && { after: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: ({ rows }) => (rows.length < IMPORT_ROWS_LISTED ? undefined : rows.at(-1)?.row),
    staleTime: 0,
  })

const keep = (client: QueryClient, businessId: string, { import: one }: { import: LeadImport }) =>
  client.setQueryData(keys.one(businessId, one._id), { success: true as const, import: one })
/** Changes of a draft are sent one after the other, so that the last one stays. */
const inOrder = (id: string) => ({ scope: { id: `import ${id}` } })

/** The dry run shows the error itself. */
export function useSaveSettings(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    ...inOrder(id),
    meta: { silent: true },
    mutationFn: (settings: ImportSettings) => call(leadImportRoutes.change, { params: { id }, body: settings }),
    onSuccess: (reply) => keep(client, businessId, reply),
  })
}

export const useCorrect = (id: string) =>
  useMutation({
    ...inOrder(id),
    mutationFn: (body: { row: number; column: number; value: string }) =>
      call(leadImportRoutes.correct, { params: { id }, body }),
  })

type NewField = RouteInput<typeof leadFieldRoutes.create>['body']
/** Adds a field of the business's own. The form shows the error itself. */
export function useAddField(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewField) => call(leadFieldRoutes.create, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.leadFields(businessId) }),
  })
}

/** The acts on imports. Each shows the server's refusal by itself. */
export function useImportActs(businessId: string) {
  const client = useQueryClient()
  const settle = () => client.invalidateQueries({ queryKey: keys.all(businessId) })
  const onSuccess = (reply: { import: LeadImport }) => keep(client, businessId, reply)
  const upload = useMutation({
    mutationFn: ({ file, settingsOf }: { file: File; settingsOf?: string | undefined }) =>
      call(leadImportRoutes.upload, {
        file,
        query: { name: file.name.slice(-200), ...(settingsOf && { settingsOf }) },
      }),
    onSuccess,
  })
  const run = useMutation({
    mutationFn: (id: string) => call(leadImportRoutes.run, { params: { id } }),
    onSuccess,
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
  return { upload, run, undo, cancel, remove, failed }
}
