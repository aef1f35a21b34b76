/** The sun's place in the sky by the formulas of NOAA's solar calculator (J. Meeus, Astronomical Algorithms). */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** 1 January 2000, 12:00 UTC. */
const J2000_MS = Date.UTC(2000, 0, 1, 12)
const CENTURY_DAYS = 36_525
/** At sunset the upper edge of the sun, refracted by the air, stands on the horizon: its centre is this far below. */
export const SUNSET_DEGREES = 0.833

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
const sin = (angle: number) => Math.sin(radians(angle))
const cos = (angle: number) => Math.cos(radians(angle))

/** Declination of the sun in degrees, and the equation of time in minutes, at a moment. */
function sunAt(moment: number) {
  const t = (moment - J2000_MS) / DAY_MS / CENTURY_DAYS
  const meanLongitude = (280.46646 + t * (36_000.76983 + 0.0003032 * t)) % 360
  const anomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t)
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    sin(3 * anomaly) * 0.000289
  const node = 125.04 - 1_934.136 * t
  const longitude = meanLongitude + centre - 0.00569 - 0.00478 * sin(node)
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - 0.001813 * t))) / 60) / 60
  const obliquity = meanObliquity + 0.00256 * cos(node)
  const y = Math.tan(radians(obliquity) / 2) ** 2
  const equation =
    y * sin(2 * meanLongitude) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) -
    0.5 * y * y * sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * sin(2 * anomaly)
  return { declination: degrees(Math.asin(sin(obliquity) * sin(longitude))), equation: 4 * degrees(equation) }
}

/**
 * The moment of a day's evening, in ms, at which the centre of the sun stands this far below the horizon, seen from sea
 * level. Only for latitudes at which the sun gets there, as in Israel.
 */
export function eveningAt(day: string, [latitude, longitude]: readonly [number, number], below: number): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Each step reads the sun at the time that the last one found; the third changes it by less than a millisecond.
  let moment = midnight + DAY_MS / 2 - longitude * 4 * MINUTE_MS
  for (let step = 0; step < 3; step++) {
    const { declination, equation } = sunAt(moment)
    const hourAngle = degrees(
      Math.acos((cos(90 + below) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))),
    )
    moment = midnight + (720 - equation + 4 * (hourAngle - longitude)) * MINUTE_MS
  }
  return moment
}
