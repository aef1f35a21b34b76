/** Maximum size of a file (specification, history tab Files). Without Zod, because the service worker reads it, too. */
export const FILE_MAX_BYTES = 25 * 1024 * 1024
