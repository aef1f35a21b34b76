/** Whether the server is on the machine in front of one: while developing, and where the demo is tried out. */
export const isOwnMachine = (hostname = window.location.hostname) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
