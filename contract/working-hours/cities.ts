/** A city of Israel: its names, latitude and longitude in degrees, and its custom of candle lighting if not CANDLE_MINUTES. */
type City = {
  he: string
  en: string
  at: readonly [latitude: number, longitude: number]
  candleMinutes?: number
}

/** Minutes from candle lighting to sunset, except where a city has a custom of its own. */
export const CANDLE_MINUTES = 18

/** Cities for which times of rest are computed. */
export const cities = {
  jerusalem: { he: 'ירושלים', en: 'Jerusalem', at: [31.778, 35.2354], candleMinutes: 40 },
  tel_aviv: { he: 'תל אביב–יפו', en: 'Tel Aviv-Yafo', at: [32.0853, 34.7818] },
  haifa: { he: 'חיפה', en: 'Haifa', at: [32.794, 34.9896], candleMinutes: 30 },
  beer_sheva: { he: 'באר שבע', en: 'Beersheba', at: [31.252, 34.7915] },
  eilat: { he: 'אילת', en: 'Eilat', at: [29.5577, 34.9519] },
  acre: { he: 'עכו', en: 'Acre', at: [32.9281, 35.0818] },
  afula: { he: 'עפולה', en: 'Afula', at: [32.6078, 35.2897] },
  arad: { he: 'ערד', en: 'Arad', at: [31.2589, 35.2126] },
  ariel: { he: 'אריאל', en: 'Ariel', at: [32.1065, 35.1845] },
  ashdod: { he: 'אשדוד', en: 'Ashdod', at: [31.8014, 34.6435] },
  ashkelon: { he: 'אשקלון', en: 'Ashkelon', at: [31.6688, 34.5743] },
  bat_yam: { he: 'בת ים', en: 'Bat Yam', at: [32.0171, 34.7454] },
  beit_shean: { he: 'בית שאן', en: 'Beit She’an', at: [32.4973, 35.4961] },
  beit_shemesh: { he: 'בית שמש', en: 'Beit Shemesh', at: [31.7457, 34.9886] },
  beitar_illit: { he: 'ביתר עילית', en: 'Beitar Illit', at: [31.6997, 35.1156] },
  bnei_brak: { he: 'בני ברק', en: 'Bnei Brak', at: [32.0849, 34.8352] },
  dimona: { he: 'דימונה', en: 'Dimona', at: [31.0684, 35.0333] },
  elad: { he: 'אלעד', en: 'Elad', at: [32.0523, 34.9512] },
  givatayim: { he: 'גבעתיים', en: 'Givatayim', at: [32.0723, 34.8125] },
  hadera: { he: 'חדרה', en: 'Hadera', at: [32.434, 34.9196] },
  herzliya: { he: 'הרצליה', en: 'Herzliya', at: [32.1624, 34.8447] },
  hod_hasharon: { he: 'הוד השרון', en: 'Hod HaSharon', at: [32.1594, 34.8932] },
  holon: { he: 'חולון', en: 'Holon', at: [32.0158, 34.7874] },
  karmiel: { he: 'כרמיאל', en: 'Karmiel', at: [32.9199, 35.2901] },
  kfar_saba: { he: 'כפר סבא', en: 'Kfar Saba', at: [32.1782, 34.9076] },
  kiryat_gat: { he: 'קריית גת', en: 'Kiryat Gat', at: [31.6111, 34.7685] },
  kiryat_shmona: { he: 'קריית שמונה', en: 'Kiryat Shmona', at: [33.2079, 35.5702] },
  lod: { he: 'לוד', en: 'Lod', at: [31.951, 34.8881] },
  maale_adumim: { he: 'מעלה אדומים', en: 'Ma’ale Adumim', at: [31.7774, 35.2986] },
  mitzpe_ramon: { he: 'מצפה רמון', en: 'Mitzpe Ramon', at: [30.61, 34.8011] },
  modiin: { he: 'מודיעין', en: 'Modi’in', at: [31.8969, 35.0104] },
  modiin_illit: { he: 'מודיעין עילית', en: 'Modi’in Illit', at: [31.9303, 35.0376] },
  nahariya: { he: 'נהריה', en: 'Nahariya', at: [33.0085, 35.0981] },
  nazareth: { he: 'נצרת', en: 'Nazareth', at: [32.6996, 35.3035] },
  nes_ziona: { he: 'נס ציונה', en: 'Ness Ziona', at: [31.9293, 34.7987] },
  netanya: { he: 'נתניה', en: 'Netanya', at: [32.3215, 34.8532] },
  netivot: { he: 'נתיבות', en: 'Netivot', at: [31.4231, 34.5895] },
  nof_hagalil: { he: 'נוף הגליל', en: 'Nof HaGalil', at: [32.7053, 35.3135] },
  ofakim: { he: 'אופקים', en: 'Ofakim', at: [31.3141, 34.6203] },
  petah_tikva: { he: 'פתח תקווה', en: 'Petah Tikva', at: [32.0841, 34.8878] },
  raanana: { he: 'רעננה', en: 'Ra’anana', at: [32.1848, 34.8713] },
  rahat: { he: 'רהט', en: 'Rahat', at: [31.3925, 34.7541] },
  ramat_gan: { he: 'רמת גן', en: 'Ramat Gan', at: [32.0684, 34.8248] },
  ramat_hasharon: { he: 'רמת השרון', en: 'Ramat HaSharon', at: [32.1461, 34.8394] },
  ramla: { he: 'רמלה', en: 'Ramla', at: [31.9292, 34.8656] },
  rehovot: { he: 'רחובות', en: 'Rehovot', at: [31.8928, 34.8113] },
  rishon_lezion: { he: 'ראשון לציון', en: 'Rishon LeZion', at: [31.973, 34.7925] },
  rosh_haayin: { he: 'ראש העין', en: 'Rosh HaAyin', at: [32.0956, 34.9566] },
  sderot: { he: 'שדרות', en: 'Sderot', at: [31.525, 34.5969] },
  tiberias: { he: 'טבריה', en: 'Tiberias', at: [32.7959, 35.5312] },
  tzfat: { he: 'צפת', en: 'Safed', at: [32.9646, 35.496] },
  umm_al_fahm: { he: 'אום אל־פחם', en: 'Umm al-Fahm', at: [32.5194, 35.1536] },
  yavne: { he: 'יבנה', en: 'Yavne', at: [31.8781, 34.7395] },
  yehud: { he: 'יהוד־מונוסון', en: 'Yehud-Monosson', at: [32.0333, 34.89] },
  yokneam: { he: 'יקנעם', en: 'Yokneam', at: [32.6594, 35.1099] },
  zichron_yaakov: { he: 'זכרון יעקב', en: 'Zichron Ya’akov', at: [32.5736, 34.9533] },
} as const satisfies Record<string, City>
export type CityKey = keyof typeof cities
export const cityKeys = Object.keys(cities) as [CityKey, ...CityKey[]]
const DEFAULT_CITY: CityKey = 'jerusalem'
export const cityOf = (key: CityKey): City => cities[key]
/** Minutes from candle lighting to sunset by the custom of a city. */
export const candleMinutesIn = (key: CityKey) => cityOf(key).candleMinutes ?? CANDLE_MINUTES

/** Letters of a name, with the two spellings of Kiryat alike. */
const lettersOf = (name: string) => name.toLowerCase().replace(/\P{L}/gu, '').replaceAll('קריית', 'קרית')

/** The city of an address. Names may be written short, as Tel Aviv; a city that is not listed counts as DEFAULT_CITY. */
export function findCity(name: string): CityKey {
  const letters = lettersOf(name)
  const isIn = (key: CityKey) =>
    [cityOf(key).he, cityOf(key).en].some((full) =>
      [full, full.split(/[–-]/)[0] ?? ''].map(lettersOf).includes(letters),
    )
  return (letters && cityKeys.find(isIn)) || DEFAULT_CITY
}
