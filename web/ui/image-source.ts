/** Images that come with the product, by the name that a row may hold instead of an address. */
const bundled: Record<string, string> = {
  'logo-alon.svg': '/images/logo-alon.svg',
  'logo-white-studio.svg': '/images/logo-white-studio.svg',
  'campaign-kitchens.svg': '/images/campaign-kitchens.svg',
}

/**
 * Where an image is fetched from (specification, section 3): an address as it is, what was uploaded here from here, any
 * other value from what comes with the product. One that was just chosen is shown as it lies in memory. Undefined: a
 * placeholder stands in.
 */
export function imageSource(image: string | null | undefined): string | undefined {
  if (!image) return undefined
  return /^(http|data:image\/)/.test(image) || image.startsWith('/api/image/') ? image : bundled[image]
}
