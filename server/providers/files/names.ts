const NAME = /^[a-z]+\/[0-9a-z]+\.[a-z0-9]+$/
/** Throws if a name is not of the server's own making. */
export function checkName(name: string) {
  if (!NAME.test(name)) throw new Error(`not a name for a file: ${name}`)
}
