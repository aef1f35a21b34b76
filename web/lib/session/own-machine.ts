/** Whether the server runs on the user's own machine: in development or a local demo. */
export const isOwnMachine = (hostname = window.location.hostname) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
