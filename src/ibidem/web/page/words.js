// What the page says, in the language that the person chose. Only that language's words are loaded.

export const LANGUAGES = { ko: "한국어", en: "English", ja: "日本語" };
let words = {};
let current = "en";

/** @param {string} language ko, en or ja */
export async function speak(language) {
  words = (await import(`./words.${language}.js`)).default;
  current = language;
  document.documentElement.lang = language;
}

export const language = () => current;

/**
 * The words under a key; `{name}` in them is replaced.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there are words under a key. */
export const has = (key) => key in words;

export const number = (value) => new Intl.NumberFormat(current).format(value);
export const milliseconds = (value) => (value < 1000 ? `${Math.round(value)} ms` : `${number(Math.round(value / 100) / 10)} s`);
export const day = (iso) => new Intl.DateTimeFormat(current, { dateStyle: "medium" }).format(new Date(iso));

/** Today, yesterday, or the day. */
export function dayName(iso) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.round((midnight - new Date(iso).setHours(0, 0, 0, 0)) / 86_400_000);
  return days === 0 ? t("today") : days === 1 ? t("yesterday") : day(iso);
}
