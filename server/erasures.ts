import { type Erasure, eraseImages } from './features/businesses/erasing.service.ts'
import { eraseRecordings } from './features/calls/recordings/recordings.jobs.ts'
import { eraseAtProviders } from './features/numbers/provider-cleanup.jobs.ts'

/** What of a business lies outside its tables, and goes before them when it is erased. */
export const erasures: Erasure[] = [eraseImages, eraseAtProviders, eraseRecordings]
