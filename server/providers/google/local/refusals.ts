/** A refusal in the form of Google's APIs. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string, words: string) {
    super(words)
    this.status = status
    this.reason = reason
  }
}
export const refusalBody = ({ status, reason, message }: Refused) => ({
  error: { code: status, message, errors: [{ domain: 'global', reason, message }] },
})
