import { z } from 'zod'
import type { Bucket } from './s3.ts'

/** Environment variables of the bucket; env.ts reads them. */
export const s3Variables = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://s3.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}
type Settings = z.output<z.ZodObject<typeof s3Variables>>
const together = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Those that are missing beside others. */
export const missingOfS3 = (env: Settings) =>
  together.some((name) => env[name]) ? together.filter((name) => !env[name]) : []

/** Undefined: files are on the disk. */
export function bucketOf({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, ...env }: Settings): Bucket | undefined {
  const { S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
    : undefined
}
