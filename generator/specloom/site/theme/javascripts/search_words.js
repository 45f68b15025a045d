/*
 * Words of a search as a newcomer writes them. It runs in the theme's worker, before the theme's own code: what is
 * searched for arrives here first, and goes on without the words that every question has and without typing errors.
 */
{
  const PHRASE = [["release notes", "changelog"], ["edit history", "revisions"]]
  const INDEX = 0, SEARCH = 2  // the theme's types of messages
  const PHRASES = "phrases"  // a field of the index: the keywords of a page, each as one word
  let vocabulary = new Set(), phrases = new Set(), separator = /\s+/

  /** Whether one letter more, one less, another, or two in turn make one word the other. */
  const isNear = (one, other) => {
    if (Math.abs(one.length - other.length) > 1) return false
    let same = 0
    while (same < one.length && one[same] === other[same]) same++
    const rest = [one.slice(same), other.slice(same)]
    return rest[0].slice(1) === rest[1].slice(1) || rest[0].slice(1) === rest[1] || rest[0] === rest[1].slice(1) ||
      rest[0].length > 1 && rest[0][1] + rest[0][0] === rest[1].slice(0, 2) && rest[0].slice(2) === rest[1].slice(2)
  }

  const words = text => text.replace(/<[^>]*>/g, " ").toLowerCase().split(separator).filter(word => word)

  /** What the words of a keyword have in common however they are put: "uploads of a file", "file upload". */
  const phrase = words => "_" + words.filter(word => !QUESTION.has(word)).map(word => SAME_WORD.get(word) ?? word)
    .map(word => word.replace(/(?<=..)s$/, "")).sort().join("_")

  const learn = ({ config, docs }) => {
    separator = new RegExp(config.separator)
    config.fields[PHRASES] = { boost: 1000 }
    for (const entry of docs.filter(({ location }) => !location.includes("#"))) {
      entry[PHRASES] = [entry.title, ...(entry.tags ?? [])].map(named => phrase(words(named))).join(" ")
    }
    phrases = new Set(docs.flatMap(entry => entry[PHRASES]?.split(" ") ?? []))
    vocabulary = new Set(docs.flatMap(({ title, text, tags = [] }) => words([title, text, ...tags].join(" "))))
  }

  /** A word that the pages have, or that one of theirs begins with; the nearest one where they have none. */
  const known = word => {
    const all = [...vocabulary]
    if (vocabulary.has(word) || word.length < 4 || all.some(each => each.startsWith(word))) return word
    if (word.endsWith("s") && vocabulary.has(word.slice(0, -1))) return word.slice(0, -1)
    return all.find(each => isNear(word, each)) ?? word
  }

  /** A whole word counts more than the beginning of another; the theme adds what stands for that. */
  const weighed = word => (vocabulary.has(word) ? `${word}^4 ${word}` : word)

  /** Quotes and signs are the reader's own query, and one word may be a parameter's name: `to`, `from`. */
  const plain = query => {
    if (/["+^~*]|(^|\s)-/.test(query)) return query
    const said = PHRASE.reduce((text, [one, other]) => text.replace(one, other), query.trim().toLowerCase())
    const all = said.split(/[\s?!,;]+/).filter(word => word)
    const meant = all.filter(word => !QUESTION.has(word))
    if (!meant.length) return query
    const mended = meant.map(word => SAME_WORD.get(word) ?? known(word))
    const whole = phrase(mended)
    return [...mended.map(weighed), ...(phrases.has(whole) ? [`${whole}^4`] : [])].join(" ")
  }

  addEventListener("message", event => {
    if (event.data?.type === INDEX) learn(event.data.data)
    if (event.data?.type !== SEARCH || event.data.isPlain) return
    event.stopImmediatePropagation()
    dispatchEvent(new MessageEvent("message", { data: { ...event.data, data: plain(event.data.data), isPlain: true } }))
  })
}
