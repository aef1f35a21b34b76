/**
 * Runs `act` at once and, while it keeps being asked, again at most every `ms` and never twice at a time: a burst of a
 * thousand events costs one request a second.
 */
export function throttleAsync(act: () => Promise<unknown>, ms: number) {
  let isRunning = false
  let isAsked = false
  const run = async () => {
    isRunning = true
    while (isAsked) {
      isAsked = false
      const rest = new Promise((resolve) => setTimeout(resolve, ms))
      // What failed shows itself where it is looked at; the next event asks again.
      await act().catch(() => undefined)
      await rest
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
