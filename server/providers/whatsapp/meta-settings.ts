import { z } from 'zod'
import { isLoopback } from '../../platform/loopback.ts'

const GRAPH_URL = 'https://graph.facebook.com'
const DIALOG_URL = 'https://www.facebook.com'
const isSafe = (url: string) => URL.canParse(url) && (url.startsWith('https:') || isLoopback(new URL(url).hostname))
const address = z
  .string()
  .refine(isSafe, 'must begin with https://')
  .transform((url) => url.replace(/\/+$/, ''))

export const metaVariables = {
  META_APP_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be the digits of an app at Meta')
    .optional(),
  META_APP_SECRET: z.string().min(16, 'must be the secret of the app').optional(),
  META_CONFIG_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be digits')
    .optional(),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, 'must be a version like v26.0')
    .default('v26.0'),
  META_GRAPH_URL: address.default(GRAPH_URL),
  META_DIALOG_URL: address.default(DIALOG_URL),
}
type Read = z.output<z.ZodObject<typeof metaVariables>>

/** Which of the two settings of the app is missing beside the other. */
export const missingOfMeta = ({ META_APP_ID: id, META_APP_SECRET: secret }: Read) =>
  Boolean(id) === Boolean(secret) ? [] : [id ? ('META_APP_SECRET' as const) : ('META_APP_ID' as const)]

/**
 * Where Meta is, and the installation's app there: undefined if businesses can connect their own apps alone. `hasBox`: the
 * local server stands in for Meta, in a demo without an app.
 */
export function metaOf(read: Read, { isDemo, isWhole }: { isDemo: boolean; isWhole: boolean }) {
  const { META_APP_ID: appId, META_APP_SECRET: appSecret, META_CONFIG_ID: configId } = read
  return {
    version: read.META_GRAPH_VERSION,
    graphUrl: read.META_GRAPH_URL,
    dialogUrl: read.META_DIALOG_URL,
    app: appId && appSecret ? { appId, appSecret, configId } : undefined,
    hasBox: isDemo && isWhole && !appId && read.META_GRAPH_URL === GRAPH_URL,
  }
}
