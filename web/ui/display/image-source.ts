/** Bundled images by name; a row may hold a name instead of a URL. */
const bundled: Record<string, string> = {
  'logo-alon.svg': '/images/logo-alon.svg',
  'logo-white-studio.svg': '/images/logo-white-studio.svg',
  'campaign-kitchens.svg': '/images/campaign-kitchens.svg',
}

/**
 * URL of an image (specification, section 3): http(s) and data URLs and uploads as they are, other values from the bundled
 * images. Undefined: show the placeholder.
 */
export function imageSource(image: string | null | undefined): string | undefined {
  if (!image) return undefined
  return /^(http|data:image\/)/.test(image) || image.startsWith('/api/image/') ? image : bundled[image]
}
