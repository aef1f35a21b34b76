import { json, type Reply } from '../http/serve.ts'

/** A refusal with the status, code and text that the vendor uses. */
export class VendorError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const vendorReply = ({ status, code, message }: VendorError): Reply =>
  json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })

export const notFound = (path: string): VendorError =>
  new VendorError(404, 20_404, `The requested resource ${path} was not found`)
