/*
 * Words that both scripts of the search know. It runs in the theme's worker, before them.
 */

/** Words that every question has, and that say nothing of what is asked for. */
const QUESTION = new Set((
  "a an the i me my we our you your it its this that these those and or if than there then " +
  "how what which whom where why whether " +
  "do does did doing is are am was were be been can could should would will may " +
  "to of in on at by for from with into as before after one while " +
  "get find know see show tell want need please using use have has work works"
).split(" "))

/** Words that are only other names of one. An object would have a `constructor`, too. */
const SAME_WORD = new Map(Object.entries({
  article: "page", articles: "pages", wikipedia: "wiki", photo: "image", photos: "images", picture: "image", pictures: "images",
  sysop: "administrator", sysops: "administrators", unauthorized: "authorization", unauthorised: "authorization",
}))

/** Two words that the pages have another word for. */
const PHRASES = [["release notes", "changelog"], ["edit history", "revisions"]]
const reworded = text => PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), text.trim().toLowerCase())
